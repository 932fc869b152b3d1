/** Tells administrators that a key of their directory ends: without it joiners and leavers do not arrive any more. */
import { sql } from 'kysely';
import { transaction, type Db } from '../db/database.ts';
import { mailAdministrators } from '../mail/toAdministrators.ts';

interface EndingKey {
  readonly organisation_id: string;
  readonly organisation: string;
  readonly name: string;
  readonly expires_at: Date;
}

/** Once at 30, at 7 and at 1 days before the end, unless the key was made later than that. Each process may call it at any time. */
export async function announceKeyEnds(db: Db, now: Date): Promise<void> {
  await transaction(db, async (tx) => {
    const { rows } = await sql<EndingKey>`
      UPDATE scim_keys k SET announced_days = d.days
        FROM (SELECT key_id, min(days) AS days FROM scim_keys, unnest('{30,7,1}'::int[]) days
               WHERE expires_at > ${now} AND expires_at <= ${now}::timestamptz + days * interval '1 day'
                 AND created_at < expires_at - days * interval '1 day'
               GROUP BY key_id) d, organisations o
       WHERE k.key_id = d.key_id AND o.organisation_id = k.organisation_id AND (k.announced_days IS NULL OR k.announced_days > d.days)
      RETURNING k.organisation_id, o.name AS organisation, k.name, k.expires_at`.execute(tx);
    for (const { organisation_id: organisationId, organisation, name: keyName, expires_at: end } of rows)
      await mailAdministrators(
        tx,
        organisationId,
        'directoryKeyEnds',
        (userName) => ({ userName, organisation, keyName, expiresAt: end.toISOString() }),
        now,
      );
  });
}
