/** The menu of a person: what may be done, and why not what may not. */
import type { Self, UserSummary } from '@api/contract/users.shapes.ts';
import { actionsFor } from '@src/features/users/actions/userActions.ts';
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
  mfaRequired: false,
  roles: ['Member'],
  loggedIn: false,
  lastLoginAt: null,
  createdAt: '2026-01-01T00:00:00Z',
  owner: null,
  clearLife: false,
  ...change,
});

const reasons = (actor: Self, user: UserSummary) =>
  Object.fromEntries(actionsFor(actor, user, NOW).map(({ key, reason }) => [key, reason]));

test('support staff of the house are out of reach of its subscriber administrators, like system administrators; those of a tenant are not', () => {
  const atHome = admin(['SubscriberAdministration'], HERE, { clearLife: true });
  const support = person({ roles: ['Support'], clearLife: true });
  expect(reasons(atHome, support)).toMatchObject({ edit: 'Forbidden', disable: 'Forbidden', impersonate: 'Forbidden' });
  expect(reasons(system, support)).toMatchObject({ edit: null, disable: null, impersonate: null });
  expect(reasons(subscriber, person({ roles: ['Support'] }))).toMatchObject({ edit: null, disable: null, impersonate: null });
});

test('an active member can be edited and disabled, and there is nothing to unlock', () => {
  expect(reasons(subscriber, person())).toMatchObject({ edit: null, disable: null, unlock: 'notLocked', copyId: null });
});

test('a disabled one can be enabled, and not disabled again', () => {
  const offered = reasons(subscriber, person({ enabled: false }));
  expect(offered).toMatchObject({ enable: null });
  expect(offered).not.toHaveProperty('disable');
});

test('a locked one can be unlocked until the lock runs out by itself', () => {
  expect(reasons(subscriber, person({ lockedUntil: '2026-11-21T12:10:00Z' }))).toMatchObject({ unlock: null });
  expect(reasons(subscriber, person({ lockedUntil: '2026-11-21T11:59:00Z' }))).toMatchObject({ unlock: 'notLocked' });
});

test('an invited one can be invited again, and has nothing to unlock or disable', () => {
  const offered = reasons(subscriber, person({ inviteState: 'Invited', inviteExpiresAt: '2026-11-25T00:00:00Z' }));
  expect(offered).toMatchObject({ resendInvite: null });
  expect(Object.keys(offered)).toEqual(['edit', 'takeOwnership', 'resendInvite', 'deleteInvite', 'copyId']);
});

test('everything stands in its order, and whoever has registered has no invite', () => {
  expect(Object.keys(reasons(subscriber, person()))).toEqual([
    'edit',
    'disable',
    'unlock',
    'resetMfa',
    'resetPassword',
    'impersonate',
    'takeOwnership',
    'copyId',
    'recoveryCode',
  ]);
});

test('there is no MFA to reset or to help out of where there is none', () => {
  expect(reasons(subscriber, person())).toMatchObject({ resetMfa: 'noMfa', recoveryCode: 'noMfa', resetPassword: null });
  expect(reasons(subscriber, person({ mfaEnabled: true }))).toMatchObject({ resetMfa: null, recoveryCode: null });
});

test.each([
  ['a disabled one', subscriber, { enabled: false }, 'disabled'],
  ['one whose organisation is not approved', subscriber, { approved: false }, 'notApproved'],
  ['an administrator, for a system administrator', system, { roles: ['SubscriberAdministration'] }, null],
  ['an administrator, for their like', subscriber, { roles: ['SubscriberAdministration'] }, 'Forbidden'],
  ['a system administrator, for another', system, { roles: ['SystemAdministration'] }, 'systemAdministrator'],
  ['oneself', subscriber, { userId: 'admin' }, 'OwnAccount'],
] as const)('acting as %s', (_whom, actor, change, reason) => {
  expect(reasons(actor, person(change as Partial<UserSummary>))).toMatchObject({ impersonate: reason });
});

test('ownership is taken once', () => {
  const owner = { userName: 'admin', displayName: 'Ada Admin' };
  expect(reasons(subscriber, person({ owner }))).toMatchObject({ takeOwnership: 'owned' });
  expect(reasons(subscriber, person({ owner: { userName: 'other', displayName: 'Olive Other' } }))).toMatchObject({
    takeOwnership: null,
  });
});

test('while acting as somebody, whatever needs a fresh proof is barred, and the rest is not', () => {
  const impersonatedBy = {
    userName: 'root',
    displayName: 'Rosa Root',
    since: '2026-11-21T11:30:00Z',
    expiresAt: '2026-11-21T12:30:00Z',
    reason: null,
  };
  const acting = admin(['SubscriberAdministration'], HERE, { impersonatedBy });
  expect(reasons(acting, person({ mfaEnabled: true }))).toMatchObject({
    edit: null,
    disable: null,
    resetMfa: 'acting',
    resetPassword: 'acting',
    recoveryCode: 'acting',
    impersonate: 'actingAlready',
    takeOwnership: null,
  });
});

test('nobody disables or unlocks themselves', () => {
  expect(reasons(subscriber, person({ userId: 'admin', lockedUntil: '2026-11-21T12:10:00Z' }))).toMatchObject({
    edit: null,
    disable: 'OwnAccount',
    unlock: 'OwnAccount',
  });
});

test('a subscriber administrator does nothing to a system administrator, who does everything everywhere', () => {
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
