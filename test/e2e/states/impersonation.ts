/** Impersonation: its confirmation, its banner on several pages, and blocked actions. */
import { logInAs } from '../../support/logInAs.ts';
import { copySessionToPage } from '../../support/copySessionToPage.ts';
import type { State, Visit } from './visit.ts';

async function impersonate(visit: Visit, userName: string, path: string, access: 'read' | 'act' = 'act'): Promise<void> {
  const client = await logInAs(visit.site, 'sysadmin');
  const reason = 'Ticket 4711: the quarterly report is missing from the list of portfolios';
  await client.ok('Users.Impersonate', { userName, reason, access });
  await copySessionToPage(client, visit.page);
  await visit.open(path);
  await visit.waitForVisible('section:has([role="timer"])');
}

async function waitForRow(visit: Visit, userName: string): Promise<void> {
  await visit.waitForVisible('[role="gridcell"][col-id="name"]');
  await visit.page.waitForFunction(
    (name) => document.querySelector('[role="gridcell"][col-id="name"] a')?.textContent.trim() === name,
    {},
    userName,
  );
}

async function openMenu(visit: Visit, userName: string): Promise<void> {
  await waitForRow(visit, userName);
  await visit.click('[role="gridcell"][col-id="actions"] button');
  await visit.waitForVisible('[role="menuitem"]');
}

/** Acts that an impersonation bars, with the reason. */
const REFUSED = '#security ul li';

export const impersonationStates: readonly State[] = [
  {
    name: 'impersonation-confirmation',
    windowOnly: true,
    as: 'subadmin',
    at: '/Users/List/all/mfa_user',
    reach: (visit) => openMenu(visit, 'mfa_user'),
    press: 'actions:impersonate.label',
    shows: '[role="dialog"] textarea',
  },
  {
    name: 'impersonation-list',
    windowOnly: true,
    async reach(visit) {
      await impersonate(visit, 'subadmin', '/Users/List/all/mfa_user');
      await waitForRow(visit, 'mfa_user');
    },
  },
  {
    name: 'impersonation-menu',
    windowOnly: true,
    closesOnResize: true,
    async reach(visit) {
      await impersonate(visit, 'subadmin', '/Users/List/all/mfa_user');
      await openMenu(visit, 'mfa_user');
    },
  },
  {
    name: 'impersonation-bulk',
    windowOnly: true,
    async reach(visit) {
      await impersonate(visit, 'subadmin', '/Users/List/all/mfa_user');
      await waitForRow(visit, 'mfa_user');
      await visit.click('[role="columnheader"] input');
      await visit.waitForVisible('main .bulk-bar .full-row');
    },
  },
  {
    name: 'impersonation-security',
    async reach(visit) {
      await impersonate(visit, 'ordinary', '/SecurityDetails');
      await visit.waitForVisible('fieldset:disabled');
      await visit.waitForVisible('#email form');
    },
  },
  { name: 'impersonation-edit', reach: (visit) => impersonate(visit, 'subadmin', '/Users/Edit/mfa_user'), shows: REFUSED },
  {
    name: 'impersonation-no-access',
    reach: (visit) => impersonate(visit, 'ordinary', '/Users/List'),
    heading: 'session:noAccess.heading',
  },
  {
    name: 'impersonation-reading',
    async reach(visit) {
      await impersonate(visit, 'ordinary', '/SecurityDetails', 'read');
      await visit.waitForVisible('fieldset:disabled');
      await visit.waitForVisible('#email form');
    },
  },
  {
    name: 'impersonation-reading-edit',
    reach: (visit) => impersonate(visit, 'subadmin', '/Users/Edit/mfa_user', 'read'),
    shows: REFUSED,
  },
  { name: 'impersonation-support', reach: (visit) => impersonate(visit, 'ordinary', '/ContactSupport') },
];
