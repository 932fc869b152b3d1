/** A change that is refused as the session is over: the page goes to the login and says, once and without names, that it was not done. */
import type { UnknownAction } from '@reduxjs/toolkit';
import { downloadAuditReport } from '@api/client/audit.api.ts';
import { identityChanged, selfRead } from '@api/client/sessionEvents.ts';
import { securityApi } from '@api/client/security.api.ts';
import { usersApi } from '@api/client/users.api.ts';
import { registerModule } from '@store/modules.ts';
import { selectAlert } from '@store/notices/alert.slice.ts';
import { selectNotices } from '@store/notices/notices.slice.ts';
import { questionAnswered, selectQuestion } from '@store/notices/questions.slice.ts';
import { approvalRequested } from '@store/organisations/acts.saga.ts';
import { organisationsModule } from '@store/organisations/organisations.module.ts';
import { enableRequested, ownershipRequested, requested, resetRequested, unlockRequested } from '@store/users/acts.saga.ts';
import { bulkModule } from '@store/users/bulk/bulk.module.ts';
import { bulkConfirmed, bulkRequested } from '@store/users/bulk/bulk.slice.ts';
import { rowsSelected } from '@store/users/bulk/selection.slice.ts';
import { rolesRequested } from '@store/users/roles.saga.ts';
import { usersModule } from '@store/users/users.module.ts';
import { problem, type Reply, scripted } from '../api/client/scriptedTransport.ts';
import { createStoreHarness, settle } from './storeHarness.ts';

for (const module of [usersModule, organisationsModule, bulkModule]) registerModule(module);

const someone = { userName: 'someone' };
const organisation = { publicId: 'p1', organisationName: 'Acme' };
const person = { userId: 'u2', ...someone, enabled: true, roles: [], organisation, inviteState: null, lockedUntil: null };

function signedIn(reply: Reply) {
  const harness = createStoreHarness({ transport: scripted(() => reply).transport });
  const { store } = harness;
  const self = {
    userId: 'u1',
    userName: 'admin',
    firstName: 'Ada',
    lastName: 'M',
    roles: ['SystemAdministration'],
    organisation,
  };
  store.dispatch(selfRead({ self: self as never, endsAt: Date.now() + 1e7 }));
  return { ...harness, notices: () => selectNotices(store.getState()), alert: () => selectAlert(store.getState()) };
}

type Harness = ReturnType<typeof signedIn>;

const intent =
  (action: UnknownAction) =>
  ({ store }: Harness): void => {
    store.dispatch(action);
    const question = selectQuestion(store.getState());
    if (question) store.dispatch(questionAnswered({ id: question.id, confirmed: true }));
  };

async function startBulk({ store }: Harness): Promise<void> {
  store.dispatch(rowsSelected({ rows: [person as never], ticked: true }));
  store.dispatch(bulkRequested({ kind: 'disable' }));
  await settle();
  store.dispatch(bulkConfirmed());
}

async function settleAll(): Promise<void> {
  for (let turn = 0; turn < 10; turn += 1) await settle();
}

const changes: readonly (readonly [string, (harness: Harness) => unknown])[] = [
  ['unlock', intent(unlockRequested(someone))],
  ['enable', intent(enableRequested({ ...someone, enabled: true }))],
  ['disable', intent(enableRequested({ ...someone, enabled: false }))],
  ['a reset', intent(resetRequested({ ...someone, what: 'password', hasMfa: false }))],
  ['take ownership', intent(ownershipRequested(someone))],
  ['resend an invite', intent(requested.resendInvite({ userId: 'u2', ...someone }))],
  ['delete an invite', intent(requested.deleteInvite({ userId: 'u2', ...someone }))],
  ['a role change', intent(rolesRequested({ ...someone, give: 'Support', unasked: true }))],
  ['an act on an organisation', intent(approvalRequested({ organisation: { ...organisation, userCount: 1 }, approved: true }))],
  ['an operation on many users', startBulk],
  ['a change of one’s own sessions', ({ store }) => void store.dispatch(securityApi.endpoints.endOtherSessions.initiate())],
  ['a download', ({ store }) => void store.dispatch(downloadAuditReport({ format: 'csv' }, { fileName: 'audit.csv' }))],
];

const refusals: readonly (readonly [string, Reply])[] = [
  ['by the server', problem(401, 'SessionRequired')],
  ['by a proxy, with a text', { status: 401, text: 'Who are you?' }],
  ['by a proxy, with a page', { status: 401, text: '<html>401</html>' }],
];

describe.each(refusals)('refused %s', (_by, reply) => {
  test.each(changes)('%s', async (_what, change) => {
    const harness = signedIn(reply);
    await change(harness);
    await settleAll();
    expect(harness.navigations).toEqual(['login ← /Users/List?sort=userName#top']);
    expect(harness.notices()).toMatchObject([{ message: { phrase: 'common:session.notDone' }, timeout: false }]);
    expect(harness.alert()).toBeNull();
    harness.store.dispatch(identityChanged({ by: 'logIn' }));
    expect(harness.notices()).toHaveLength(1);
  });

  test('two changes at once: said once', async () => {
    const harness = signedIn(reply);
    for (const userName of ['one', 'two']) intent(unlockRequested({ userName }))(harness);
    await settleAll();
    expect(harness.notices()).toHaveLength(1);
  });

  test('a read that is refused changes nothing, so nothing is said', async () => {
    const harness = signedIn(reply);
    void harness.store.dispatch(usersApi.endpoints.fetchUserCounts.initiate({}, { forceRefetch: true }));
    await settleAll();
    expect(harness.navigations).toHaveLength(1);
    expect(harness.notices()).toEqual([]);
  });
});
