/** The audit report: events, event details, and no results. */
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
      await visit.waitForVisible('.side-facts');
    },
  },
  { name: 'audit-nothing', windowOnly: true, reach: (visit) => openReport(visit, '?range=all&actor=nobody_at_all') },
];
