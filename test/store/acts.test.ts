/** Every administrator action on an account, on the real server and database, with and without faults. */
import type { UnknownAction } from '@reduxjs/toolkit';
import { browserTransport } from '@api/client/browserTransport.ts';
import { recoveryApi } from '@api/client/recovery.api.ts';
import { reveal, seal } from '@api/client/secrets.ts';
import type { Transport } from '@api/client/transport.ts';
import { selectIsIdentityAsked } from '@store/session/confirmIdentity.slice.ts';
import { selectIsInterrupted } from '@store/session/session.slice.ts';
import { unsavedChangesAppeared } from '@store/session/unsavedChanges.slice.ts';
import { selectAlert } from '@store/notices/alert.slice.ts';
import { selectNotices } from '@store/notices/notices.slice.ts';
import { questionAnswered, selectQuestion } from '@store/notices/questions.slice.ts';
import { registerModule } from '@store/modules.ts';
import { selectChangedUsers, selectGoneUsers } from '@store/users/changedUsers.slice.ts';
import {
  mfaRequirementRequested,
  ownershipRequested,
  recoveryCodeRequested,
  requested,
  resetRequested,
  unlockRequested,
} from '@store/users/acts.saga.ts';
import { recoveryCodeClosed, selectIssuedCode } from '@store/users/recoveryCode.slice.ts';
import { rolesRequested } from '@store/users/roles.saga.ts';
import { usersModule } from '@store/users/users.module.ts';
import { logInAs, DEMO_PASSWORD } from '../support/logInAs.ts';
import { eventually } from '../support/eventually.ts';
import { unusedMember } from '../support/unusedMember.ts';
import { useServer } from '../support/useServer.ts';
import { visit } from '../support/visit.ts';
import { logIn, openStoreAs } from './storeWithServer.ts';
import { auditEvents } from '../support/auditEvents.ts';
import { giveAuthenticator, lock, moveTo, setOwner } from '../support/changeUser.ts';
import { authenticatedAgo, endSessions } from '../support/sessions.ts';
import { userOf } from '../support/userFacts.ts';

registerModule(usersModule);
const site = useServer({ env: { LIMIT_LOGINS_PER_ADDRESS: '10000' } });

interface Target {
  readonly userId: string;
  readonly userName: string;
}

interface Action {
  readonly what: string;
  /** Creates the target account. */
  readonly createTarget: () => Promise<Target>;
  readonly intent: (target: Target) => UnknownAction;
  /** The audit action. */
  readonly auditAction: string;
  /** Phrase key of the notice; the recovery code has a dialog instead. */
  readonly noticePhrase?: string;
  /** Expected row afterwards; absent: the row is removed. */
  readonly row?: object;
  readonly stepUp: boolean;
  /** Whether it is done without a question. */
  readonly unconfirmed?: true;
  /** SQL that makes the action impossible, so that the server refuses it. */
  readonly conflictSql?: string;
  /** Whether it can't be repeated after a lost response. */
  readonly onlyOnce?: true;
  readonly path: RegExp;
}

const member = async ({ mfa = false } = {}): Promise<Target> => {
  const target = await unusedMember(site, { organisation: 'Harbour Mutual' });
  if (mfa) await giveAuthenticator(site, target.userId);
  return target;
};

/** A member who comes from another organisation: the administrator's own has few. */
const newcomer = async (): Promise<Target> => {
  const target = await unusedMember(site);
  await moveTo(site, target.userId, 'Harbour Mutual');
  return target;
};

/** A member without an owner. */
const unowned = async (): Promise<Target> => {
  const target = await member();
  await setOwner(site, target.userId, null);
  return target;
};

const locked = async (): Promise<Target> => {
  const target = await newcomer();
  await lock(site, target.userId);
  return target;
};

let invites = 0;
const invited = async (): Promise<Target> => {
  const email = `invited-${String((invites += 1))}@example.com`;
  const body = { email, firstName: 'Ines', lastName: 'Invited', roles: ['Member'] };
  const { userId } = await (await logInAs(site, 'subadmin')).ok('Invite.CreateUser', { body });
  return { userId, userName: email };
};

const REGISTERED = `UPDATE users SET user_name = 'registered_' || left(user_id::text, 8), registered_at = now() WHERE user_id = $1`;
const WITHOUT_MFA = 'UPDATE users SET mfa_enrolled_at = NULL, mfa_secret = NULL WHERE user_id = $1';

const actions: readonly Action[] = [
  {
    what: 'unlock',
    createTarget: locked,
    intent: unlockRequested,
    auditAction: 'Users.Unlock',
    noticePhrase: 'actions:unlock.done',
    row: { lockedUntil: null, enabled: true },
    stepUp: false,
    unconfirmed: true,
    path: /Unlock/,
  },
  {
    what: 'reset MFA',
    createTarget: () => member({ mfa: true }),
    intent: ({ userName }) => resetRequested({ userName, what: 'mfa', hasMfa: true }),
    auditAction: 'Users.ResetAuthentication',
    noticePhrase: 'actions:resetMfa.done',
    row: { mfaEnabled: false, mfaRequired: true },
    stepUp: true,
    path: /ResetAuthentication/,
  },
  {
    what: 'reset password',
    createTarget: () => member(),
    intent: ({ userName }) => resetRequested({ userName, what: 'password', hasMfa: false }),
    auditAction: 'Users.ResetAuthentication',
    noticePhrase: 'actions:resetPassword.done',
    row: { enabled: true, mfaRequired: false },
    stepUp: true,
    path: /ResetAuthentication/,
  },
  {
    what: 'reset passkeys',
    createTarget: () => newcomer(),
    intent: ({ userName }) => resetRequested({ userName, what: 'passkeys', hasMfa: false }),
    auditAction: 'Users.ResetAuthentication',
    noticePhrase: 'actions:resetPasskeys.done',
    row: { enabled: true, mfaRequired: false },
    stepUp: true,
    path: /ResetAuthentication/,
  },
  {
    what: 'take ownership',
    createTarget: () => unowned(),
    intent: ({ userName }) => ownershipRequested({ userName }),
    auditAction: 'Users.TakeOwnership',
    noticePhrase: 'actions:takeOwnership.done',
    row: { owner: { userName: 'subadmin', displayName: 'Hannah Whitaker' } },
    stepUp: false,
    path: /TakeOwnership/,
  },
  {
    what: 'change roles',
    createTarget: () => member(),
    intent: ({ userName }) => rolesRequested({ userName, roles: ['Support'] }),
    auditAction: 'Roles.SetUser',
    noticePhrase: 'users:roles.done',
    row: { roles: ['Support'] },
    stepUp: true,
    path: /Roles\/User/,
  },
  {
    what: 'require MFA',
    createTarget: () => member(),
    intent: (target) => mfaRequirementRequested({ ...target, required: true }),
    auditAction: 'Mfa.Require',
    noticePhrase: 'actions:requireMfa.done',
    row: { mfaRequired: true },
    stepUp: true,
    onlyOnce: true,
    path: /Mfa\/Enable/,
  },
  {
    what: 'issue a recovery code',
    createTarget: () => member({ mfa: true }),
    intent: recoveryCodeRequested,
    auditAction: 'Mfa.RecoveryFor',
    row: { mfaEnabled: true },
    stepUp: true,
    conflictSql: WITHOUT_MFA,
    onlyOnce: true,
    path: /Mfa\/Recovery/,
  },
  {
    what: 'resend an invite',
    createTarget: invited,
    intent: requested.resendInvite,
    auditAction: 'Invite.Resend',
    noticePhrase: 'actions:resendInvite.done',
    row: { inviteState: 'Invited' },
    stepUp: false,
    conflictSql: REGISTERED,
    path: /Invite\/Resend/,
  },
  {
    what: 'delete an invite',
    createTarget: invited,
    intent: requested.deleteInvite,
    auditAction: 'Invite.Delete',
    noticePhrase: 'actions:deleteInvite.done',
    stepUp: false,
    conflictSql: REGISTERED,
    onlyOnce: true,
    path: /Invite\/Delete/,
  },
];

const timesAudited = async (action: string, { userName }: Target): Promise<number> =>
  (await auditEvents(site, { action, target: userName, outcome: 'success' })).length;

/** `subadmin`'s store; `after` runs when the server has handled the action, before the response is delivered. */
async function page(
  { what: _what, createTarget, intent, auditAction, path, unconfirmed }: Action,
  after: () => Promise<void> = () => Promise.resolve(),
) {
  const target = await createTarget();
  const before = await timesAudited(auditAction, target);
  visit(site);
  const real = browserTransport();
  let calls = 0;
  const transport: Transport = {
    ...real,
    fetch: async (url, init) => {
      const isIt = path.test(url) && (init.method !== 'GET' || url.includes('TakeOwnership'));
      if (isIt) calls += 1;
      const reply = await real.fetch(url, init);
      if (isIt && reply.status < 300) await after();
      return reply;
    },
  };
  const { store, ...harness } = await openStoreAs(site, 'subadmin', { transport });
  const alerts = new Set<unknown>();
  store.subscribe(() => {
    const alert = selectAlert(store.getState());
    if (alert) alerts.add(alert);
  });
  return {
    ...harness,
    store,
    target,
    /** Starts the action. */
    ask: async () => {
      if (unconfirmed) return () => store.dispatch(intent(target));
      store.dispatch(intent(target));
      const { id } = await eventually('the question', () => selectQuestion(store.getState()));
      return () => store.dispatch(questionAnswered({ id, confirmed: true }));
    },
    calls: () => calls,
    notices: () => selectNotices(store.getState()).map(({ message }) => ('phrase' in message ? message.phrase : message.text)),
    rows: () => selectChangedUsers(store.getState() as never).map(({ user }) => user),
    gone: () => selectGoneUsers(store.getState() as never),
    code: () => selectIssuedCode(store.getState() as never),
    /** All alerts so far: a refetch may clear one at once. */
    alerts: () => [...alerts],
    timesAudited: async () => (await timesAudited(auditAction, target)) - before,
  };
}

type Page = Awaited<ReturnType<typeof page>>;

/** The row is updated, or removed. */
async function expectRowUpdated({ row }: Action, { rows, gone, target }: Page): Promise<void> {
  await eventually('the row', () => rows().length + gone().length > 0);
  expect([rows(), gone()]).toMatchObject(row ? [[row], []] : [[], [target.userName]]);
}

async function expectSuccess(action: Action, opened: Page): Promise<void> {
  const { noticePhrase } = action;
  await eventually('the end', () => (noticePhrase ? opened.notices().includes(noticePhrase) : opened.code() !== null));
  await expectRowUpdated(action, opened);
  expect(opened.notices()).toEqual(noticePhrase ? [noticePhrase] : []);
  expect(await opened.timesAudited()).toBe(1);
  expect(opened.alerts()).toEqual([]);
}

const each = (those: (action: Action) => boolean) => actions.filter(those).map((action) => [action.what, action] as const);
const all = each(() => true);

test.each(all)(
  '%s: asks first where it takes something away, is done once however often it is clicked, updates the row, and shows a notice',
  async (_what, action) => {
    const opened = await page(action);
    const yes = await opened.ask();
    if (!action.unconfirmed) opened.store.dispatch(action.intent(opened.target));
    expect(opened.calls()).toBe(0);
    yes();
    opened.store.dispatch(action.intent(opened.target));
    await expectSuccess(action, opened);
    expect(opened.calls()).toBe(1);
    expect(selectQuestion(opened.store.getState())).toBeUndefined();
  },
);

test.each(each(({ onlyOnce }) => !onlyOnce))(
  '%s: a response lost after the server did it is reported, the row shows the change, and trying again does nothing twice',
  async (_what, action) => {
    let lost = 0;
    const opened = await page(action, () =>
      (lost += 1) === 1 ? Promise.reject(new TypeError('connection reset')) : Promise.resolve(),
    );
    (await opened.ask())();
    await expectRowUpdated(action, opened);
    expect(opened.notices()).toEqual(['users:unanswered']);
    const { action: again } = selectNotices(opened.store.getState())[0]!;
    expect(again?.label).toEqual({ phrase: 'common:tryAgain' });
    opened.store.dispatch(again!.dispatch!);
    await eventually('the notice', () => opened.notices().includes(action.noticePhrase ?? ''));
    expect([opened.calls(), opened.alerts(), opened.notices()]).toEqual([2, [], ['users:unanswered', action.noticePhrase]]);
    expect(await opened.timesAudited()).toBe(1);
  },
);

test.each(each(({ onlyOnce = false }) => onlyOnce))(
  '%s: a response lost after the server did it still updates the row',
  async (_what, action) => {
    const opened = await page(action, () => Promise.reject(new TypeError('connection reset')));
    (await opened.ask())();
    await expectRowUpdated(action, opened);
    expect([opened.calls(), opened.alerts(), opened.notices()]).toEqual([1, [{ phrase: 'common:error.network' }], []]);
    expect(opened.code()).toBeNull();
    expect(await opened.timesAudited()).toBe(1);
  },
);

test.each(all)('%s: the session has ended: the user logs in again over the page, and it continues', async (_what, action) => {
  const opened = await page(action);
  opened.store.dispatch(unsavedChangesAppeared('the list'));
  const yes = await opened.ask();
  await endSessions(site);
  yes();
  await eventually('the dialog', () => selectIsInterrupted(opened.store.getState()));
  await opened.store.dispatch(logIn('subadmin'));
  await expectSuccess(action, opened);
  expect(opened.calls()).toBe(2);
});

test.each(each(({ stepUp }) => stepUp))('%s: asks once to confirm identity, and continues by itself', async (_what, action) => {
  const opened = await page(action);
  await authenticatedAgo(site, '2 hours');
  (await opened.ask())();
  await eventually('the dialog', () => selectIsIdentityAsked(opened.store.getState()));
  expect(opened.alerts()).toEqual([]);
  await opened.store.dispatch(recoveryApi.endpoints.confirmIdentity.initiate(seal({ body: { password: DEMO_PASSWORD } })));
  await expectSuccess(action, opened);
  expect(opened.calls()).toBe(2);
});

test.each(each(({ conflictSql }) => conflictSql !== undefined))(
  '%s: if it has become impossible meanwhile, shows why and refreshes the row',
  async (_what, action) => {
    const opened = await page(action);
    const yes = await opened.ask();
    await site.database.query(action.conflictSql ?? '', [opened.target.userId]);
    yes();
    await eventually('the alert', () => opened.alerts().length > 0);
    await eventually('the row', () => opened.rows().length + opened.gone().length > 0);
    expect([opened.notices(), await opened.timesAudited()]).toEqual([[], 0]);
  },
);

test('resetting the password also resets MFA if that was checked', async () => {
  const { userName } = await member({ mfa: true });
  const { store } = await openStoreAs(site, 'subadmin');
  store.dispatch(resetRequested({ userName, what: 'password', hasMfa: true }));
  const question = selectQuestion(store.getState());
  expect(question).toMatchObject({ danger: true, extra: { phrase: 'actions:resetPassword.mfaToo' } });
  store.dispatch(questionAnswered({ id: question?.id ?? '', confirmed: true, extra: true }));
  await eventually('the notice', () => selectNotices(store.getState())[0]);
  expect(selectChangedUsers(store.getState() as never)).toMatchObject([{ user: { mfaEnabled: false } }]);
  expect(await userOf(site, userName, 'passwordHash')).toEqual({ passwordHash: null });
});

test('requiring MFA can be undone', async () => {
  const { userId, userName } = await member();
  const { store } = await openStoreAs(site, 'subadmin');
  store.dispatch(mfaRequirementRequested({ userId, userName, required: true }));
  store.dispatch(questionAnswered({ id: selectQuestion(store.getState())?.id ?? '', confirmed: true }));
  const { action } = await eventually('the notice', () => selectNotices(store.getState())[0]);
  store.dispatch(action?.dispatch ?? { type: 'nothing' });
  await eventually('the second notice', () => selectNotices(store.getState())[1]);
  expect(selectChangedUsers(store.getState() as never)).toMatchObject([
    { user: { mfaRequired: true } },
    { user: { mfaRequired: false } },
  ]);
});

test('taking ownership names the previous owner, and can be undone', async () => {
  const { userName } = await unowned();
  const { store } = await openStoreAs(site, 'subadmin');
  store.dispatch(ownershipRequested({ userName, formerOwner: 'Olive Owner' }));
  const question = selectQuestion(store.getState());
  expect(question?.body).toEqual({ phrase: 'actions:takeOwnership.bodyFrom', values: { userName, owner: 'Olive Owner' } });
  store.dispatch(questionAnswered({ id: question?.id ?? '', confirmed: true }));
  const { action } = await eventually('the notice', () => selectNotices(store.getState())[0]);
  store.dispatch(action?.dispatch ?? { type: 'nothing' });
  expect(await eventually('the second notice', () => selectNotices(store.getState())[1])).not.toHaveProperty('action');
  const [taken, given] = selectChangedUsers(store.getState() as never);
  expect(taken?.user.owner).toMatchObject({ userName: 'subadmin' });
  expect(given?.user.owner).toBeNull();
});

test('a recovery code is sealed in the state, readable while it is shown, and gone afterwards', async () => {
  const target = await member({ mfa: true });
  const { store } = await openStoreAs(site, 'subadmin');
  store.dispatch(recoveryCodeRequested(target));
  store.dispatch(questionAnswered({ id: selectQuestion(store.getState())?.id ?? '', confirmed: true }));
  const issued = await eventually('the code', () => selectIssuedCode(store.getState() as never) ?? undefined);
  const { recoveryCode } = reveal(issued.ticket);
  expect(recoveryCode.length).toBeGreaterThan(10);
  expect(JSON.stringify(store.getState())).not.toContain(recoveryCode);
  store.dispatch(recoveryCodeClosed());
  expect(selectIssuedCode(store.getState() as never)).toBeNull();
});
