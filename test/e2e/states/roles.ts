/** The list of roles, and the members of a role. */
import type { State, Visit } from './visit.ts';

async function openMembers(visit: Visit, path: string, userName = 'sysadmin'): Promise<void> {
  await visit.as(userName);
  await visit.open(`/Roles/${path}`);
  await visit.waitForVisible('[role="gridcell"][col-id="userName"], main h2');
}

export const rolesStates: readonly State[] = [
  { name: 'roles', windowOnly: true, as: 'subadmin', at: '/Roles', shows: '[role="gridcell"][col-id="name"]' },
  { name: 'roles-no-match', windowOnly: true, as: 'subadmin', at: '/Roles?search=emperor', shows: 'main h2' },
  { name: 'roles-members', windowOnly: true, reach: (visit) => openMembers(visit, 'SubscriberAdministration') },
  { name: 'roles-members-own', windowOnly: true, reach: (visit) => openMembers(visit, 'Member', 'subadmin') },
  {
    name: 'roles-members-organisation',
    windowOnly: true,
    async reach(visit) {
      await openMembers(visit, 'SubscriberAdministration');
      await visit.click('main [role="combobox"]');
      await visit.page.keyboard.type('po');
      await visit.waitForVisible('[title="Northgate Portfolio"]');
    },
  },
  { name: 'roles-unknown', windowOnly: true, reach: (visit) => openMembers(visit, 'Emperor') },
  {
    name: 'roles-failed',
    windowOnly: true,
    as: 'sysadmin',
    fails: '/api/UserRoles/UsersInRole',
    at: '/Roles/Support',
    shows: 'main [role="alert"]',
  },
];
