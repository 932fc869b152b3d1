/** Actions on a user: which are available, and the reasons of those that are not. */
import type { Self, UserSummary } from '@api/contract/users.shapes.ts';
import { actionOfLetter, actionOn, actionsFor } from '@src/features/users/actions/userActions.ts';
import { statusOf } from '@src/features/users/list/userStatus.ts';

const NOW = Date.parse('2026-11-21T12:00:00Z');
const HERE = '11111111-1111-4111-8111-111111111111';

const admin = (roles: string[], organisationId = HERE, change: Partial<Self> = {}): Self => ({
  userId: 'admin',
  userName: 'admin',
  firstName: 'Ada',
  lastName: 'Admin',
  title: null,
  email: 'ada@example.com',
  organisation: { publicId: organisationId, organisationName: 'Harbour Mutual' },
  roles,
  mfaEnabled: false,
  mfaRequired: false,
  uiFontSize: 'default',
  authenticatedAt: '2026-11-21T11:00:00Z',
  sessionExpiresAt: '2026-11-21T13:00:00Z',
  passwordChangeRequired: false,
  impersonatedBy: null,
  clearLife: false,
  ...change,
});
const subscriber = admin(['SubscriberAdministration']);
const system = admin(['SystemAdministration'], 'elsewhere');

const person = (change: Partial<UserSummary> = {}): UserSummary => ({
  userId: 'person',
  userName: 'person',
  email: 'person@example.com',
  firstName: 'Paul',
  lastName: 'Person',
  title: null,
  organisation: { publicId: HERE, organisationName: 'Harbour Mutual' },
  enabled: true,
  approved: true,
  lockedUntil: null,
  inviteState: null,
  inviteExpiresAt: null,
  mfaEnabled: false,
  hasPasskey: false,
  mfaRequired: false,
  roles: ['Member'],
  loggedIn: false,
  lastLoginAt: null,
  managedBy: null,
  createdAt: '2026-01-01T00:00:00Z',
  owner: null,
  clearLife: false,
  ...change,
});

const reasons = (actor: Self, user: UserSummary) =>
  Object.fromEntries(actionsFor(actor, user, NOW).map(({ key, reason }) => [key, reason]));

test('subscriber administrators of the operating organisation may not change its support staff or system administrators; a tenant’s may', () => {
  const atHome = admin(['SubscriberAdministration'], HERE, { clearLife: true });
  const support = person({ roles: ['Support'], clearLife: true });
  expect(reasons(atHome, support)).toMatchObject({ edit: 'Forbidden', disable: 'Forbidden', impersonate: 'Forbidden' });
  expect(reasons(system, support)).toMatchObject({ edit: null, disable: null, impersonate: null });
  expect(reasons(subscriber, person({ roles: ['Support'] }))).toMatchObject({ edit: null, disable: null, impersonate: null });
});

test('an active member can be edited and disabled, and there is nothing to unlock', () => {
  expect(reasons(subscriber, person())).toMatchObject({ edit: null, disable: null, unlock: 'notLocked', copyId: null });
});

test('a disabled user can be enabled, and not disabled again', () => {
  const offered = reasons(subscriber, person({ enabled: false }));
  expect(offered).toMatchObject({ enable: null });
  expect(offered).not.toHaveProperty('disable');
});

test('a locked user can be unlocked until the lock expires', () => {
  expect(reasons(subscriber, person({ lockedUntil: '2026-11-21T12:10:00Z' }))).toMatchObject({ unlock: null });
  expect(reasons(subscriber, person({ lockedUntil: '2026-11-21T11:59:00Z' }))).toMatchObject({ unlock: 'notLocked' });
});

test('an invited user can be invited again, and has nothing to unlock or disable', () => {
  const offered = reasons(subscriber, person({ inviteState: 'Invited', inviteExpiresAt: '2026-11-25T00:00:00Z' }));
  expect(offered).toMatchObject({ resendInvite: null });
  expect(Object.keys(offered)).toEqual(['edit', 'takeOwnership', 'resendInvite', 'deleteInvite', 'copyId']);
});

test('actions are in a fixed order, and a registered user has no invite actions', () => {
  expect(Object.keys(reasons(subscriber, person()))).toEqual([
    'edit',
    'disable',
    'unlock',
    'resetMfa',
    'recoveryCode',
    'resetPassword',
    'remindMfa',
    'impersonate',
    'takeOwnership',
    'copyId',
  ]);
});

test('without MFA there is nothing to reset and no recovery code', () => {
  expect(reasons(subscriber, person())).toMatchObject({ resetMfa: 'noMfa', recoveryCode: 'noMfa', resetPassword: null });
  expect(reasons(subscriber, person({ mfaEnabled: true }))).toMatchObject({ resetMfa: null, recoveryCode: null });
});

test.each([
  ['a disabled user', subscriber, { enabled: false }, 'disabled'],
  ['a user of an organisation that is not approved', subscriber, { approved: false }, 'notApproved'],
  ['an administrator, for a system administrator', system, { roles: ['SubscriberAdministration'] }, null],
  ['an administrator, for another of the same role', subscriber, { roles: ['SubscriberAdministration'] }, 'Forbidden'],
  ['a system administrator, for another', system, { roles: ['SystemAdministration'] }, 'systemAdministrator'],
  ['oneself', subscriber, { userId: 'admin' }, 'OwnAccount'],
] as const)('impersonating %s', (_case, actor, change, reason) => {
  expect(reasons(actor, person(change as Partial<UserSummary>))).toMatchObject({ impersonate: reason });
});

test.each([
  ['enable', {}, 'enabled'],
  ['disable', { enabled: false }, 'disabled'],
  ['unlock', { inviteState: 'Invited' }, 'unregistered'],
  ['resendInvite', {}, 'registered'],
  ['endSessions', {}, 'loggedOut'],
  ['erase', { enabled: false }, 'Forbidden'],
  ['resetPassword', {}, null],
] as const)('asked for by name, %s on %j says why it is not in the menu', (key, change, reason) => {
  expect(actionOn(key, subscriber, person(change), NOW)).toEqual({ key, reason });
});

test('one letter stands for enable and disable, whichever the user can have', () => {
  expect(['u', 'e', 'm', 'p', 'i', 'x'].map((letter) => actionOfLetter(letter, { enabled: true }))).toEqual([
    'unlock',
    'disable',
    'resetMfa',
    'resetPassword',
    'impersonate',
    undefined,
  ]);
  expect(actionOfLetter('e', { enabled: false })).toBe('enable');
});

test('ownership can be taken once', () => {
  const owner = { userName: 'admin', displayName: 'Ada Admin' };
  expect(reasons(subscriber, person({ owner }))).toMatchObject({ takeOwnership: 'owned' });
  expect(reasons(subscriber, person({ owner: { userName: 'other', displayName: 'Olive Other' } }))).toMatchObject({
    takeOwnership: null,
  });
});

const impersonating = (access: 'act' | 'read') =>
  admin(['SubscriberAdministration'], HERE, {
    impersonatedBy: {
      userName: 'root',
      displayName: 'Rosa Root',
      since: '2026-11-21T11:30:00Z',
      expiresAt: '2026-11-21T12:30:00Z',
      reason: null,
      access,
    },
  });

test('while impersonating, actions that need step-up are disabled, and the rest are not', () => {
  expect(reasons(impersonating('act'), person({ mfaEnabled: true }))).toMatchObject({
    edit: null,
    disable: null,
    resetMfa: 'acting',
    resetPassword: 'acting',
    recoveryCode: 'acting',
    impersonate: 'actingAlready',
    takeOwnership: null,
  });
});

test('while impersonating read only, nothing can be changed', () => {
  expect(reasons(impersonating('read'), person({ mfaEnabled: true }))).toMatchObject({
    edit: null,
    disable: 'reading',
    resetMfa: 'reading',
    resetPassword: 'reading',
    impersonate: 'readingAlready',
    takeOwnership: 'reading',
    copyId: null,
  });
});

test('one’s own account cannot be disabled or unlocked', () => {
  expect(reasons(subscriber, person({ userId: 'admin', lockedUntil: '2026-11-21T12:10:00Z' }))).toMatchObject({
    edit: null,
    disable: 'OwnAccount',
    unlock: 'OwnAccount',
  });
});

test('a subscriber administrator may not change a system administrator, who may change everyone', () => {
  const high = person({ roles: ['SystemAdministration'] });
  expect(reasons(subscriber, high)).toMatchObject({ edit: 'Forbidden', disable: 'Forbidden' });
  expect(reasons(system, high)).toMatchObject({ edit: null, disable: null });
});

test.each([
  ['active', {}],
  ['disabled', { enabled: false, lockedUntil: '2026-11-21T13:00:00Z' }],
  ['locked', { lockedUntil: '2026-11-21T13:00:00Z' }],
  ['active', { lockedUntil: '2026-11-21T11:00:00Z' }],
  ['invited', { enabled: false, inviteState: 'Invited', inviteExpiresAt: '2026-11-22T00:00:00Z' }],
  ['inviteExpired', { inviteState: 'Invited', inviteExpiresAt: '2026-11-21T11:00:00Z' }],
  ['inviteExpired', { inviteState: 'InviteExpired', inviteExpiresAt: '2026-11-01T00:00:00Z' }],
] as const)('shows as %s: %j', (kind, change) => {
  expect(statusOf(person(change), NOW).kind).toBe(kind);
});
