/** Bulk actions: selection bar, confirmation, and progress. */
import type { State, Visit } from './visit.ts';

/** `_user` matches users of every status. */
async function ticked(visit: Visit, search = '_user'): Promise<void> {
  await visit.as('sysadmin');
  await visit.open(`/Users/List/all/${search}`);
  await visit.see('.ag-row mark');
  await visit.click('.tick-all input');
  await visit.see('.bulk-bar');
}

async function asked(visit: Visit, action: string, search?: string): Promise<void> {
  await ticked(visit, search);
  await visit.press(`users:bulk.action.${action}`);
  await visit.see('dialog[open]');
}

async function begun(visit: Visit, how: 'no answer' | 'failure'): Promise<void> {
  await asked(visit, 'disable');
  await visit.disturb('/api/Users/Enable', how);
  await visit.click('dialog[open] .button-danger');
}

export const bulkStates: readonly State[] = [
  { name: 'bulk-selected', windowOnly: true, reach: (visit) => ticked(visit) },
  { name: 'bulk-preview', windowOnly: true, reach: (visit) => asked(visit, 'disable') },
  { name: 'bulk-nothing-to-do', windowOnly: true, reach: (visit) => asked(visit, 'unlock', 'ordinary') },
  {
    name: 'bulk-running',
    windowOnly: true,
    async reach(visit) {
      await begun(visit, 'no answer');
      await visit.see('.bulk-bar progress');
    },
  },
];
