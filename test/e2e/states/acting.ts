/** Impersonation: its confirmation, its banner on several pages, and blocked actions. */
import { as } from '../../support/as.ts';
import { lendSession } from '../../support/lendSession.ts';
import type { State, Visit } from './visit.ts';

async function acting(visit: Visit, userName: string, path: string): Promise<void> {
  const client = await as(visit.site, 'sysadmin');
  const reason = 'Ticket 4711: the quarterly report is missing from the list of portfolios';
  await client.ok('Users.Impersonate', { userName, reason });
  await lendSession(client, visit.page);
  await visit.open(path);
  await visit.see('.acting');
}

async function listed(visit: Visit, userName: string): Promise<void> {
  await visit.see('.ag-row [col-id="userName"]');
  await visit.page.waitForFunction(
    (name) => document.querySelector('.ag-row [col-id="userName"]')?.textContent.trim() === name,
    {},
    userName,
  );
}

async function menuOf(visit: Visit, userName: string): Promise<void> {
  await listed(visit, userName);
  await visit.click('.ag-row [col-id="actions"] button');
  await visit.see('[role="menuitem"]');
}

export const actingStates: readonly State[] = [
  {
    name: 'acting-question',
    windowOnly: true,
    async reach(visit) {
      await visit.as('subadmin');
      await visit.open('/Users/List/all/mfa_user');
      await menuOf(visit, 'mfa_user');
      await visit.press('users:action.impersonate');
      await visit.see('dialog[open] textarea');
    },
  },
  {
    name: 'acting-list',
    windowOnly: true,
    async reach(visit) {
      await acting(visit, 'subadmin', '/Users/List/all/mfa_user');
      await listed(visit, 'mfa_user');
    },
  },
  {
    name: 'acting-menu',
    windowOnly: true,
    closesOnResize: true,
    async reach(visit) {
      await acting(visit, 'subadmin', '/Users/List/all/mfa_user');
      await menuOf(visit, 'mfa_user');
    },
  },
  {
    name: 'acting-bulk',
    windowOnly: true,
    async reach(visit) {
      await acting(visit, 'subadmin', '/Users/List/all/mfa_user');
      await listed(visit, 'mfa_user');
      await visit.click('.tick-all input');
      await visit.see('.bulk-refused');
    },
  },
  {
    name: 'acting-security',
    async reach(visit) {
      await acting(visit, 'ordinary', '/SecurityDetails');
      await visit.see('fieldset:disabled');
      await visit.see('#email form');
    },
  },
  {
    name: 'acting-edit',
    async reach(visit) {
      await acting(visit, 'subadmin', '/Users/Edit/mfa_user');
      await visit.see('.edit-refused');
    },
  },
  {
    name: 'acting-no-access',
    async reach(visit) {
      await acting(visit, 'ordinary', '/Users/List');
      await visit.heading('login:noAccess.heading');
    },
  },
  { name: 'acting-support', reach: (visit) => acting(visit, 'ordinary', '/ContactSupport') },
];
