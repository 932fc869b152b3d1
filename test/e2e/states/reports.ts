/** Saved reports and exports: some, none, a new one, one to change, a file on its way, a mailed link that is ready, expired or somebody else's, and failed; and the export of the audit report. */
import type { State, Visit } from './visit.ts';

const openReports = async (visit: Visit, userName: string, query = ''): Promise<void> => {
  await visit.as(userName);
  await visit.open(`/Users/Reports${query}`);
  await visit.waitForVisible('main section:last-of-type li');
};

const READY = '5ca1ab1e-0000-4000-8000-000000000001';
const EXPIRED = '5ca1ab1e-0000-4000-8000-000000000002';

/**
 * Inserts reports of `subadmin`: one that is mailed, a shared one whose schedule has stopped; exports by hand, by mail, unfinished,
 * expired.
 */
const reports = (visit: Visit): Promise<void> =>
  visit.fixtures.once(`reports at ${visit.site.url}`, async () => {
    const content = {
      filters: { action: 'Login.', outcome: 'failure' },
      range: { kind: 'previous', unit: 'week' },
      format: { type: 'xlsx' },
      timeZone: 'Europe/Berlin',
    };
    const fixed = {
      ...content,
      range: { kind: 'between', from: '2026-10-31T23:00:00.000Z', to: '2026-11-30T23:00:00.000Z' },
      format: { type: 'csv', delimiter: ';', bom: true },
    };
    await visit.site.database.query(
      `INSERT INTO reports (report_id, owner_id, organisation_id, name, content, visibility, schedule, next_at, stopped_at, created_at, changed_at)
       SELECT gen_random_uuid(), user_id, organisation_id, r.name, CASE WHEN r.stopped THEN $2::jsonb ELSE $1 END, r.visibility, r.schedule::jsonb,
              CASE WHEN r.stopped THEN NULL ELSE timestamptz '2099-11-30 06:00Z' END, CASE WHEN r.stopped THEN timestamptz '2026-11-20 06:00Z' END,
              now(), now()
         FROM users, (VALUES ('Failed logins of the week', 'organisation', '{"every": "week", "weekday": 1, "hour": 7}', false),
                             ('Night shift', 'private', '{"every": "month", "day": 31, "hour": 6}', true)) AS r (name, visibility, schedule, stopped)
        WHERE user_name = 'subadmin'`,
      [JSON.stringify(content), JSON.stringify(fixed)],
    );
    const asked = {
      filters: content.filters,
      from: '2026-11-15T23:00:00.000Z',
      to: '2026-11-22T23:00:00.000Z',
      format: content.format,
      timeZone: 'Europe/Berlin',
    };
    await visit.site.database.query(
      `INSERT INTO audit_exports (export_id, name, cause, requested_by, actor, organisation_id, at, content, seal_head, expires_at,
                                  finished_at, events, bytes, sha256)
       SELECT x.export_id::uuid, x.name, x.cause, user_id, user_name, organisation_id, timestamptz '2026-11-23 08:00Z' - x.ago, $1,
              '4711-' || repeat('ab', 32), CASE WHEN x.expired THEN timestamptz '2026-11-23 09:00Z' ELSE timestamptz '2099-11-30 08:00Z' END,
              CASE WHEN x.finished THEN timestamptz '2026-11-23 08:00Z' END, 1204, 61440, repeat('5ca1ab1e', 8)
         FROM users, (VALUES ($2, 'Failed logins of the week', 'schedule', interval '1 hour', false, true),
                             ($3, 'Failed logins of the week', 'person', interval '9 days', true, false),
                             (gen_random_uuid()::text, NULL, 'person', interval '10 days', true, true))
              AS x (export_id, name, cause, ago, expired, finished)
        WHERE user_name = 'subadmin'`,
      [JSON.stringify(asked), READY, EXPIRED],
    );
  });

const buttonOf = (visit: Visit, key: string, name: string): string =>
  `::-p-xpath(//button[starts-with(normalize-space(), "${visit.translate(key)}") and contains(., "${name}")])`;

export const reportsStates: readonly State[] = [
  {
    name: 'reports',
    async reach(visit) {
      await reports(visit);
      await openReports(visit, 'subadmin', `?export=${READY}`);
      await visit.waitForVisible('main :is([role="status"], [role="alert"])');
    },
  },
  { name: 'reports-none', reach: (visit) => openReports(visit, 'second_sub') },
  {
    name: 'reports-new',
    windowOnly: true,
    reach: (visit) => openReports(visit, 'second_sub', '?new&range=month&outcome=failure'),
    shows: '[role="dialog"] form',
  },
  {
    name: 'reports-change',
    windowOnly: true,
    async reach(visit) {
      await reports(visit);
      await openReports(visit, 'subadmin');
      await visit.click(buttonOf(visit, 'audit:reports.change', 'Night shift'));
      await visit.waitForVisible('[role="dialog"] form');
      await visit.page.$eval('[role="dialog"] [type="submit"]', (button) => {
        button.scrollIntoView({ block: 'end' });
      });
    },
  },
  {
    name: 'reports-delete',
    windowOnly: true,
    async reach(visit) {
      await reports(visit);
      await openReports(visit, 'subadmin');
      await visit.click(buttonOf(visit, 'audit:reports.delete.confirm', 'Failed logins of the week'));
      await visit.waitForVisible('[role="dialog"] button');
    },
  },
  {
    name: 'reports-saving',
    async reach(visit) {
      await reports(visit);
      await visit.as('subadmin');
      await visit.stubApi('/api/Reports/Download', 'no answer');
      await visit.open(`/Users/Reports?export=${READY}`);
      await visit.click('main [role="status"] button');
      await visit.waitForVisible('progress');
    },
  },
  {
    name: 'reports-from-audit',
    windowOnly: true,
    closesOnResize: true,
    async reach(visit) {
      await visit.as('subadmin');
      await visit.open('/Users/Audit');
      await visit.waitForVisible('[role="gridcell"]');
      // On a phone the chart is behind the options.
      await visit.page.waitForSelector('[role="slider"] svg');
      await visit.press('audit:export.button');
      await visit.waitForVisible('[role="dialog"] a');
    },
  },
  {
    name: 'reports-link-expired',
    windowOnly: true,
    expectedErrors: /410/,
    async reach(visit) {
      await reports(visit);
      await openReports(visit, 'subadmin', `?export=${EXPIRED}`);
      await visit.waitForVisible('main :is([role="status"], [role="alert"])');
    },
  },
  {
    name: 'reports-link-of-another',
    windowOnly: true,
    expectedErrors: /404/,
    async reach(visit) {
      await reports(visit);
      await openReports(visit, 'second_sub', `?export=${READY}`);
      await visit.waitForVisible('main :is([role="status"], [role="alert"])');
    },
  },
  {
    name: 'reports-failed',
    as: 'subadmin',
    fails: '/api/Reports',
    at: '/Users/Reports',
    shows: 'main section button',
  },
];
