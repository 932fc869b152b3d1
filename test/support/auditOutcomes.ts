/** What the server did, by its own record: the oracle of "once". */
import type { TestServer } from './server.ts';

/**
 * Gives how each time ended that somebody did something, oldest first: `const outcomes = useOutcomes(site);`. The action is called as
 * in the audit. What the directory came with is not counted.
 */
export function useOutcomes(site: Pick<TestServer, 'database'>): (action: string, userName: string) => Promise<string[]> {
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
