/** Form pages for users: editing, inviting, reinviting, adding. */
import { logInAs } from '../../support/logInAs.ts';
import { fillNamed } from '../pages/onPage.ts';
import type { State, Visit } from './visit.ts';

async function openForm(visit: Visit, path: string, userName = 'subadmin'): Promise<void> {
  await visit.as(userName);
  await visit.open(path);
  await visit.waitForVisible('fieldset [type="checkbox"]');
}

const openEdit = (visit: Visit, administrator = 'subadmin', userName = 'mfa_user') =>
  openForm(visit, `/Users/Edit/${userName}`, administrator);

const idOf = async ({ site, fixtures }: Visit, userName: string): Promise<string> =>
  (await (await fixtures.client(site, 'sysadmin')).ok('Users.User', { userName })).userId;

/** Another administrator saves a different title while the edit screen is open. */
async function causeConflict(visit: Visit): Promise<void> {
  await openEdit(visit);
  await fillNamed(visit.page, 'title', 'Team lead');
  await fillNamed(visit.page, 'firstName', 'Johanna Maria');
  const other = await visit.fixtures.once(`another administrator at ${visit.site.url}`, () => logInAs(visit.site, 'sysadmin'));
  const { version, title } = await other.ok('Users.User', { userName: 'mfa_user' });
  const newer = title === 'Head of support' ? 'Head of everything' : 'Head of support';
  await other.ok('Users.Patch', { userName: 'mfa_user', body: { version, title: newer } });
  await visit.press('common:save');
  await visit.press('users:edit.saveChanges');
  await visit.waitForVisible('[role="dialog"] [type="radio"]');
}

async function typeInvitations(visit: Visit, emails: string, userName?: string): Promise<void> {
  await openForm(visit, '/Users/Invite', userName);
  await visit.page.type('[name="emails"]', emails);
}

const waitForResults = (visit: Visit) => visit.waitForVisible(`section a[href="/Users/List"]`);

let addressCount = 0;
/** An address that was never invited. */
const newAddress = (name: string): string => `${name}${String((addressCount += 1))}@example.net`;

export const userFormStates: readonly State[] = [
  { name: 'user-edit', reach: openEdit, shows: '#activity time' },
  { name: 'user-edit-own', reach: (visit) => openEdit(visit, 'subadmin', 'subadmin'), shows: '#activity time' },
  {
    name: 'user-edit-review',
    windowOnly: true,
    async reach(visit) {
      await openEdit(visit, 'sysadmin');
      await fillNamed(visit.page, 'title', 'Team lead');
      await fillNamed(visit.page, 'email', 'a.new.address@example.net');
      await visit.press('common:save');
      await visit.waitForVisible('[role="dialog"] ins');
    },
  },
  { name: 'user-edit-merge', windowOnly: true, expectedErrors: /409/, reach: causeConflict },
  {
    name: 'user-edit-roles',
    async reach(visit) {
      await openEdit(visit);
      await visit.click('#roles input:not(:disabled):not(:checked)');
      await visit.click('#roles input:checked:not(:disabled)');
      await visit.waitForVisible('#roles [role="status"] p + p');
    },
  },
  {
    name: 'user-edit-leaving',
    windowOnly: true,
    async reach(visit) {
      await openEdit(visit);
      await fillNamed(visit.page, 'title', 'Team lead');
      await visit.press('common:back');
      await visit.waitForVisible('[role="dialog"]');
    },
  },
  {
    name: 'user-edit-not-withdrawn',
    expectedErrors: /ERR_FAILED/,
    async reach(visit) {
      const other = await visit.fixtures.once(`another administrator at ${visit.site.url}`, () =>
        logInAs(visit.site, 'sysadmin'),
      );
      const { version, pendingEmail } = await other.ok('Users.User', { userName: 'ordinary' });
      const body = { version, email: 'another.address@example.net' };
      if (pendingEmail === null) await other.ok('Users.Patch', { userName: 'ordinary', body });
      await visit.intercept((request) => (request.method() === 'PATCH' ? request.abort() : request.continue()));
      await openEdit(visit, 'subadmin', 'ordinary');
      await visit.press('users:edit.withdraw');
      await visit.waitForVisible('[id$="-hint"] [role="alert"]');
    },
  },
  {
    name: 'user-edit-missing',
    expectedErrors: /404/,
    async reach(visit) {
      await visit.as('subadmin');
      await visit.open('/Users/Edit/nobody_at_all');
      await visit.heading('users:edit.missing', { userName: 'nobody_at_all' });
    },
  },
  { name: 'user-invite', reach: (visit) => openForm(visit, '/Users/Invite') },
  { name: 'user-invite-anywhere', reach: (visit) => typeInvitations(visit, 'ada.byron@example.net;', 'sysadmin') },
  {
    name: 'user-invite-wrong',
    async reach(visit) {
      await typeInvitations(
        visit,
        'ada.byron@example.net; nobody; a.rather.long.name.of.a.person@a-rather-long-domain.example.net; ADA.byron@example.net;',
      );
      await visit.submit();
      await visit.waitForVisible('[aria-invalid="true"]');
    },
  },
  {
    name: 'user-invite-empty',
    async reach(visit) {
      await openForm(visit, '/Users/Invite');
      await visit.submit();
      await visit.waitForVisible('[aria-invalid="true"]');
    },
  },
  {
    name: 'user-invite-results',
    expectedErrors: /409/,
    async reach(visit) {
      await typeInvitations(
        visit,
        `${newAddress('ada')}; ordinary@example.com; invited@example.com; second_sub@example.com; ${newAddress('bo')}`,
      );
      await visit.submit();
      await waitForResults(visit);
    },
  },
  {
    name: 'user-invite-failed',
    expectedErrors: /503/,
    async reach(visit) {
      await visit.stubApi('/api/Invite/SendEmail', 'failure');
      await typeInvitations(visit, `${newAddress('cy')}; ${newAddress('di')};`);
      await visit.submit();
      await waitForResults(visit);
    },
  },
  {
    name: 'user-invite-running',
    async reach(visit) {
      await visit.stubApi('/api/Invite/SendEmail', 'no answer');
      await typeInvitations(visit, `${newAddress('ed')}; ${newAddress('fay')};`);
      await visit.submit();
      await visit.waitForVisible('[role="progressbar"]');
    },
  },
  {
    name: 'user-reinvite',
    reach: async (visit) => openForm(visit, `/Users/Reinvite/${await idOf(visit, 'expired@example.com')}`),
  },
  {
    name: 'user-reinvite-registered',
    async reach(visit) {
      await visit.as('subadmin');
      await visit.open(`/Users/Reinvite/${await idOf(visit, 'ordinary')}`);
      await visit.waitForVisible('[role="alert"] a');
    },
  },
  { name: 'user-add', reach: (visit) => openForm(visit, '/Users/Add', 'sysadmin') },
  {
    name: 'user-add-password',
    async reach(visit) {
      await openForm(visit, '/Users/Add', 'sysadmin');
      await visit.click('[name="setNow"]');
      await visit.fill({ password: 'short', confirmPassword: 'short' });
      await visit.page.keyboard.press('Enter');
      await visit.waitForVisible('[name="userName"][aria-invalid="true"]');
    },
  },
  {
    name: 'user-add-taken',
    expectedErrors: /409/,
    async reach(visit) {
      const [organisation] = await (await logInAs(visit.site, 'sysadmin')).ok('Organisations.List');
      await openForm(visit, `/Users/Add?organisation=${organisation?.publicId ?? ''}`, 'sysadmin');
      await visit.fill({ userName: 'ordinary', email: 'new@example.net', firstName: 'Ada', lastName: 'Byron' });
      await visit.submit();
      await visit.waitForVisible('[name="userName"][aria-invalid="true"]');
    },
  },
];
