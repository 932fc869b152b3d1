/** The audit report: events, a person with their suggestions, the filters, the chart with its table, event details, and no results. */
import type { State, Visit } from './visit.ts';

async function openReport(visit: Visit, query = '?range=all'): Promise<void> {
  await visit.as('sysadmin');
  await visit.open(`/Users/Audit${query}`);
  await visit.page.waitForFunction(() =>
    document.querySelector('[role="gridcell"]:is([col-id="at"], [col-id="action"]), :is([role="region"], [role="tabpanel"]) h2'),
  );
}

export const auditStates: readonly State[] = [
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
    reach: (visit) => openReport(visit, '?from=2026-11-01&to=2026-11-20&person=sysadmin&action=Users.Enable&actor=sysadmin'),
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
