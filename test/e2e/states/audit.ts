/** The audit report: events, the chart with its table, event details, and no results. */
import type { State, Visit } from './visit.ts';

async function openReport(visit: Visit, query = '?range=all'): Promise<void> {
  await visit.as('sysadmin');
  await visit.open(`/Users/Audit${query}`);
  await visit.page.waitForFunction(() =>
    document.querySelector('[role="gridcell"][col-id="at"], :is([role="region"], [role="tabpanel"]) h2'),
  );
}

export const auditStates: readonly State[] = [
  { name: 'audit', windowOnly: true, reach: (visit) => openReport(visit) },
  {
    name: 'audit-event',
    windowOnly: true,
    async reach(visit) {
      await openReport(visit);
      await visit.click('[role="gridcell"][col-id="at"]');
      await visit.waitForVisible('aside table');
    },
  },
  {
    name: 'audit-chart',
    async reach(visit) {
      await openReport(visit, '?from=2026-11-01T09:30Z&to=2026-11-20T10:00Z&action=Login.Login');
      await visit.waitForVisible('[role="slider"] svg');
      await visit.press('audit:histogram.showTable');
      await visit.waitForVisible('[role="region"][tabindex] table');
      await visit.page.focus('[role="slider"]');
      await visit.page.keyboard.press('Home');
      // On a phone they are folded; where they are not, this changes nothing.
      await visit.page.evaluate(() => document.querySelector<HTMLElement>('main button[aria-controls]')?.click());
      await visit.waitForVisible('[role="group"] [aria-pressed="true"]');
    },
  },
  { name: 'audit-nothing', windowOnly: true, reach: (visit) => openReport(visit, '?range=all&actor=nobody_at_all') },
];
