/** Operations on many users: selection bar, confirmation, progress, and result. */
import type { State, Visit } from './visit.ts';

/** `_user` matches users of every status. */
async function selectAll(visit: Visit, search = '_user'): Promise<void> {
  await visit.as('sysadmin');
  await visit.open(`/Users/List/all/${search}`);
  await visit.waitForVisible('[role="gridcell"] mark');
  await visit.click('[role="columnheader"] input[type="checkbox"]');
  await visit.waitForVisible('main section[tabindex]');
}

async function openConfirmation(visit: Visit, action: string, search?: string): Promise<void> {
  await selectAll(visit, search);
  await visit.press(`users:bulk.action.${action}`);
  await visit.waitForVisible('[role="dialog"]');
}

export const bulkStates: readonly State[] = [
  { name: 'bulk-selected', windowOnly: true, reach: (visit) => selectAll(visit) },
  { name: 'bulk-preview', windowOnly: true, reach: (visit) => openConfirmation(visit, 'disable') },
  { name: 'bulk-nothing-to-do', windowOnly: true, reach: (visit) => openConfirmation(visit, 'unlock', 'ordinary') },
  {
    name: 'bulk-running',
    windowOnly: true,
    async reach(visit) {
      await openConfirmation(visit, 'disable');
      await visit.stubApi('/api/Operations/', 'no answer');
      await visit.click('[role="dialog"] button:last-of-type');
      await visit.waitForVisible('[role="progressbar"]');
    },
  },
  {
    name: 'bulk-result',
    windowOnly: true,
    async reach(visit) {
      await openConfirmation(visit, 'enable', 'disabled_user');
      await visit.click('[role="dialog"] button:last-of-type');
      await visit.press('users:bulk.show');
      await visit.waitForVisible('[role="dialog"] table td');
    },
  },
];
