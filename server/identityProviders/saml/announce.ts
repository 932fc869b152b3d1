/** Notifies administrators of ends of certificates: of a SAML provider's last one, which ends all logins with it, and of ours. */
import { sql } from 'kysely';
import type { Db, Transaction } from '../../db/database.ts';
import { announcedDayRows, announceEnds, mailEnds } from '../../mail/announceEnds.ts';

const connectionsThatAreOn = sql`c.organisation_id, o.name AS organisation, c.name`;

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

/**
 * Announces the end of our own current certificate: from then on the next one signs, which a provider has to know. Providers that read
 * our metadata again do; at others an administrator enters it.
 */
export const announceOwnCertificateEnd = (db: Db, now: Date): Promise<void> =>
  announceEnds(
    db,
    'ownCertificateEnds',
    sql`
      WITH due AS (
        UPDATE saml_keys k SET announced_days = d.days
          FROM (SELECT min(days) AS days FROM ${announcedDayRows}, saml_keys
                 WHERE state = 'current' AND not_after > ${now} AND not_after <= ${now}::timestamptz + days * interval '1 day') d
         WHERE k.state = 'current' AND d.days IS NOT NULL AND (k.announced_days IS NULL OR k.announced_days > d.days)
        RETURNING k.not_after)
      SELECT ${connectionsThatAreOn}, due.not_after AS ends_at FROM due, connections c JOIN organisations o USING (organisation_id)
       WHERE c.kind = 'saml' AND c.enabled`,
    ({ organisation, name }, told) => ({ ...told, organisation, connection: name }),
    now,
  );

/** Announces, in its transaction, that the next certificate signs from now on. */
export const announceReplacedKey = (tx: Transaction, now: Date): Promise<void> =>
  mailEnds(
    tx,
    'ownCertificateReplaced',
    sql`
      SELECT ${connectionsThatAreOn}, ${now}::timestamptz AS ends_at FROM connections c JOIN organisations o USING (organisation_id)
       WHERE c.kind = 'saml' AND c.enabled`,
    ({ organisation, name }, { userName, expiresAt: at }) => ({ userName, at, organisation, connection: name }),
    now,
  );
