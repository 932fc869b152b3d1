/** A cancelled download ends on the server too. */
import { eventually } from '../../support/eventually.ts';
import { logInAs } from '../../support/logInAs.ts';
import { useServer } from '../../support/useServer.ts';

const site = useServer();

test.each([{ type: 'csv', delimiter: ',', bom: true }, { type: 'xlsx' }, { type: 'jsonl' }] as const)(
  'leaving in the middle of $type ends its statement, and the export is listed as unfinished',
  async (format) => {
    const hannah = await logInAs(site, 'subadmin');
    const action = `Many.${format.type}`;
    await site.database.query(
      `INSERT INTO audit_events (event_id, at, actor, action, organisation_id, organisation, outcome, details)
       SELECT gen_random_uuid(), now(), 'many', $1, organisation_id, name, 'success', jsonb_build_object('note', md5(n || 'a') || md5(n || 'b'))
         FROM organisations, generate_series(1, 40000) n WHERE name = 'Harbour Mutual'`,
      [action],
    );
    const content = { filters: { action }, range: { kind: 'days', days: 7 }, format, timeZone: 'UTC' } as const;
    const { reportId } = await hannah.ok('Reports.Create', { body: { name: action, content, shared: false, schedule: null } });
    const { exportId } = await hannah.ok('Reports.Run', { reportId });
    const leave = new AbortController();
    const headers = { cookie: await hannah.jar.getCookieString(hannah.url) };
    const reply = await fetch(`${hannah.url}/api/Reports/Download/${exportId}`, { headers, signal: leave.signal });
    expect((await reply.body?.getReader().read())?.value?.length).toBeGreaterThan(0);
    leave.abort();
    await eventually('the end of the statement', async () => {
      const running = await site.database.query(
        `SELECT FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()
            AND query LIKE '%"audit_events" as "e"%' AND state <> 'idle'`,
      );
      return running.length === 0;
    });
    const { exports } = await hannah.ok('Reports.Exports', {});
    expect(exports.find((one) => one.exportId === exportId)).toMatchObject({ file: null });
  },
);
