/** Reads from the audit what the server did, to verify that it was done exactly once. */
import type { TestServer } from './server.ts';

/**
 * `const outcomes = useAuditOutcomes(site);` then `await outcomes(action, userName)`: the outcomes of the user's audit events with
 * that action, oldest first, without those of the seeded directory.
 */
export function useAuditOutcomes(site: Pick<TestServer, 'database'>): (action: string, userName: string) => Promise<string[]> {
  let last = '0';
  beforeAll(async () => {
    ({ last } = await site.database.row<{ last: string }>('SELECT coalesce(max(seq), 0)::text AS last FROM audit_events'));
  });
  return async (action, userName) => {
    const rows = await site.database.query<{ outcome: string }>(
      'SELECT outcome FROM audit_events WHERE seq > $1 AND action = $2 AND actor = $3 ORDER BY seq',
      [last, action, userName],
    );
    return rows.map(({ outcome }) => outcome);
  };
}
