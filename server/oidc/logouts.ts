/**
 * Notifies applications by back channel that a session has ended. The database queues the notice in the transaction that ends the
 * session (0001_schema/applications.sql) with the application's address, so that no way of ending one is forgotten; every process delivers,
 * each logout by one of them.
 */
import { sql, type Selectable } from 'kysely';
import type { AdapterPayload } from 'oidc-provider';
import type { Context } from '../context.ts';
import type { OidcLogoutsTable } from '../db/schema/applications.ts';
import { formerClientOf } from './client.ts';
import type { RunningProvider } from './running.ts';

const BATCH = 50;
const MAX_ATTEMPTS = 8;

/** Missing in the provider's types. */
type LogoutClient = new (metadata: AdapterPayload) => { backchannelLogout(accountId: string, sid: string): Promise<void> };

type LogoutRow = Pick<
  Selectable<OidcLogoutsTable>,
  'logout_id' | 'application_id' | 'user_id' | 'sid' | 'attempts' | 'uri' | 'pairwise'
>;

const isDue = sql`next_attempt_at <= now()`;

/** SQL: whether logouts can be delivered. */
export const logoutsAreDue = () => sql<boolean>`EXISTS (SELECT FROM oidc_logouts WHERE ${isDue})`;

export async function deliverLogouts(context: Context, oidc: RunningProvider): Promise<void> {
  const { db } = context;
  for (;;) {
    // A lease lasts for the time of a delivery: if this process ends meanwhile, another one tries again. The wait grows with each
    // failure.
    const { rows } = await sql<LogoutRow>`
      WITH due AS MATERIALIZED (SELECT logout_id FROM oidc_logouts WHERE ${isDue}
                                 ORDER BY next_attempt_at LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)
      UPDATE oidc_logouts SET attempts = attempts + 1, next_attempt_at = now() + interval '4 seconds' * power(2, attempts)
       WHERE logout_id IN (SELECT logout_id FROM due)
      RETURNING logout_id, application_id, user_id, sid, attempts, uri, pairwise`.execute(db);
    if (rows.length === 0) return;
    const provider = await oidc.get();
    await Promise.all(
      rows.map(async (row) => {
        if (await isDelivered(row)) await db.deleteFrom('oidc_logouts').where('logout_id', '=', row.logout_id).execute();
      }),
    );
    if (rows.length < BATCH) return;

    /** @returns whether it was delivered or given up */
    async function isDelivered({ application_id: applicationId, user_id: userId, sid, attempts, uri, pairwise }: LogoutRow) {
      if (uri === null) return true;
      try {
        const Client = provider.Client as unknown as LogoutClient;
        await new Client(formerClientOf(applicationId, uri, pairwise === true)).backchannelLogout(userId, sid);
        return true;
      } catch (error) {
        if (attempts < MAX_ATTEMPTS) return false;
        context.log.warn({ err: error, applicationId }, 'A back-channel logout could not be delivered');
        return true;
      }
    }
  }
}
