/** Notifies administrators before a key of their directory ends: without one, the directory can neither add nor remove users. */
import { sql } from 'kysely';
import type { Db } from '../../db/database.ts';
import { announcedDayRows, announceEnds } from '../../mail/announceEnds.ts';

/** Announces each end once, unless the key was created after that time. */
export const announceKeyEnds = (db: Db, now: Date): Promise<void> =>
  announceEnds(
    db,
    'directoryKeyEnds',
    sql`
      UPDATE scim_keys k SET announced_days = d.days
        FROM (SELECT key_id, min(days) AS days FROM scim_keys, ${announcedDayRows}
               WHERE expires_at > ${now} AND expires_at <= ${now}::timestamptz + days * interval '1 day'
                 AND created_at < expires_at - days * interval '1 day'
               GROUP BY key_id) d, organisations o
       WHERE k.key_id = d.key_id AND o.organisation_id = k.organisation_id AND (k.announced_days IS NULL OR k.announced_days > d.days)
      RETURNING k.organisation_id, o.name AS organisation, k.name, k.expires_at AS ends_at`,
    ({ organisation, name }, told) => ({ ...told, organisation, keyName: name }),
    now,
  );
