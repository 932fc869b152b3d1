/** The audit report: events, a person with their suggestions, the filters, the chart with its table, event details, and no results. */
import type { State, Visit } from './visit.ts';

async function openReport(visit: Visit, query = '?range=all'): Promise<void> {
  await visit.as('sysadmin');
  await visit.open(`/Users/Audit${query}`);
  await visit.page.waitForFunction(() =>
    document.querySelector('[role="gridcell"]:is([col-id="at"], [col-id="action"]), :is([role="region"], [role="tabpanel"]) h2'),
  );
}

const BULK = '00000000-0000-4000-8000-0000000000b1';

/** Unlocking twelve users, one of them in vain, is the newest act of the audit. */
async function openBulk(visit: Visit, query = ''): Promise<void> {
  await visit.site.database.query(
    `INSERT INTO audit_events (event_id, at, actor, action, target, target_user_id, organisation_id, organisation, outcome, details)
     SELECT gen_random_uuid(), now() + n * interval '1 millisecond', 'sysadmin', 'Users.Unlock', u.user_name, u.user_id, o.organisation_id, o.name,
            CASE n WHEN 5 THEN 'refused' ELSE 'success' END,
            jsonb_build_object('operation', $1::text) || CASE n WHEN 5 THEN '{"code": "TargetChanged"}' ELSE '{}'::jsonb END
       FROM (SELECT *, row_number() OVER (ORDER BY user_name) AS n FROM users WHERE user_name IS NOT NULL ORDER BY user_name LIMIT 12) u
       JOIN organisations o USING (organisation_id)
      WHERE NOT EXISTS (SELECT FROM audit_events WHERE details ->> 'operation' = $1)`,
    [BULK],
  );
  await openReport(visit, `?range=all${query}`);
}

export const auditStates: readonly State[] = [
  { name: 'audit-bulk', windowOnly: true, reach: (visit) => openBulk(visit), shows: '[role="gridcell"] a' },
  { name: 'audit-bulk-users', windowOnly: true, reach: (visit) => openBulk(visit, `&bulk=${BULK}`) },
  { name: 'audit', windowOnly: true, reach: openReport },
  {
    name: 'audit-event',
    windowOnly: true,
    reach: (visit) => openReport(visit, '?range=all&outcome=failure'),
    click: '[role="gridcell"]:is([col-id="at"], [col-id="action"])',
    shows: 'aside table',
  },
  {
    name: 'audit-filters',
    windowOnly: true,
    closesOnResize: true,
    reach: (visit) => openReport(visit, '?from=2026-11-01&to=2026-11-20&person=sysadmin&verb=switched&actor=sysadmin'),
    press: 'audit:filter.add',
    shows: '[role="dialog"] [role="checkbox"], [role="dialog"] input[type="checkbox"]',
  },
  {
    name: 'audit-chart',
    async reach(visit) {
      await openReport(visit, '?from=2026-11-01T09:30Z&to=2026-11-20T10:00Z&action=Login.Login');
      await visit.press('audit:histogram.open');
      await visit.waitForVisible('[role="slider"] svg');
      await visit.press('audit:histogram.showTable');
      await visit.waitForVisible('[role="region"][tabindex] table');
      await visit.page.focus('[role="slider"]');
      await visit.page.keyboard.press('Home');
    },
  },
  { name: 'audit-nothing', windowOnly: true, reach: (visit) => openReport(visit, '?range=all&actor=nobody_at_all') },
];
