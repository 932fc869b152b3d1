/** Notifies administrators that the last certificate of a SAML provider ends, which ends all log-ins with it. */
import { sql } from 'kysely';
import type { Db } from '../../db/database.ts';
import { announcedDayRows, announceEnds } from '../../mail/announceEnds.ts';

/** Announces certificates of providers that are on, unless the provider has another one that lasts longer. */
export const announceCertificateEnds = (db: Db, now: Date): Promise<void> =>
  announceEnds(
    db,
    'certificateEnds',
    sql`
      UPDATE connection_certificates k SET announced_days = d.days
        FROM (SELECT DISTINCT ON (connection_id) connection_id, fingerprint, not_before, not_after FROM connection_certificates
               ORDER BY connection_id, not_after DESC, fingerprint) last
        CROSS JOIN LATERAL (SELECT min(days) AS days FROM ${announcedDayRows}
               WHERE last.not_after > ${now} AND last.not_after <= ${now}::timestamptz + days * interval '1 day'
                 AND last.not_before < last.not_after - days * interval '1 day') d,
             connections c, organisations o
       WHERE k.connection_id = last.connection_id AND k.fingerprint = last.fingerprint AND d.days IS NOT NULL
         AND c.connection_id = k.connection_id AND c.enabled AND o.organisation_id = c.organisation_id
         AND (k.announced_days IS NULL OR k.announced_days > d.days)
      RETURNING c.organisation_id, o.name AS organisation, c.name, k.not_after AS ends_at`,
    ({ organisation, name }, told) => ({ ...told, organisation, connection: name }),
    now,
  );
