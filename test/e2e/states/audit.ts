/** The audit report: events, event details, and no results. */
import type { State, Visit } from './visit.ts';

async function reported(visit: Visit, query = '?range=all'): Promise<void> {
  await visit.as('sysadmin');
  await visit.open(`/Users/Audit${query}`);
  await visit.page.waitForFunction(() => document.querySelector('.ag-row [col-id="at"], .list-state'));
}

export const auditStates: readonly State[] = [
  { name: 'audit', windowOnly: true, reach: (visit) => reported(visit) },
  {
    name: 'audit-event',
    windowOnly: true,
    async reach(visit) {
      await reported(visit);
      await visit.click('.ag-row [col-id="at"]');
      await visit.see('.side-facts');
    },
  },
  { name: 'audit-nothing', windowOnly: true, reach: (visit) => reported(visit, '?range=all&actor=nobody_at_all') },
];
