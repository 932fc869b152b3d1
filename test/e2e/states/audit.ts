/** The audit report: events, the chart with its table, event details, and no results. */
import type { State, Visit } from './visit.ts';

async function openReport(visit: Visit, query = '?range=all'): Promise<void> {
  await visit.as('sysadmin');
  await visit.open(`/Users/Audit${query}`);
  await visit.page.waitForFunction(() => document.querySelector('.ag-row [col-id="at"], .list-state'));
}

export const auditStates: readonly State[] = [
  { name: 'audit', windowOnly: true, reach: (visit) => openReport(visit) },
  {
    name: 'audit-event',
    windowOnly: true,
    async reach(visit) {
      await openReport(visit);
      await visit.click('.ag-row [col-id="at"]');
      await visit.waitForVisible('aside table');
    },
  },
  {
    name: 'audit-chart',
    async reach(visit) {
      await openReport(visit, '?from=2026-11-01T09:30Z&to=2026-11-20T10:00Z&action=Login.Login');
      await visit.waitForVisible('.time-bars-drawing svg');
      await visit.click('.time-bars-toggle');
      await visit.waitForVisible('.time-bars-table');
      await visit.page.focus('[role="slider"]');
      await visit.page.keyboard.press('Home');
      // On a phone they are folded; where they are not, this changes nothing.
      await visit.page.evaluate(() => document.querySelector<HTMLElement>('.audit-facets-toggle')?.click());
      await visit.waitForVisible('.audit-facets [aria-pressed="true"]');
    },
  },
  { name: 'audit-nothing', windowOnly: true, reach: (visit) => openReport(visit, '?range=all&actor=nobody_at_all') },
];
