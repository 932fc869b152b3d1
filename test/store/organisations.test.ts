/** Organisation changes on the real server and database: approval and the MFA rule, and which users they affect. */
import { organisationsApi } from '@api/client/organisations.api.ts';
import { recoveryApi } from '@api/client/recovery.api.ts';
import { seal } from '@api/client/secrets.ts';
import type { Transport } from '@api/client/transport.ts';
import { selectIsIdentityAsked } from '@store/session/confirmIdentity.slice.ts';
import { selectAlert } from '@store/notices/alert.slice.ts';
import { selectNotices } from '@store/notices/notices.slice.ts';
import { questionAnswered, selectQuestion } from '@store/notices/questions.slice.ts';
import { approvalRequested } from '@store/organisations/acts.saga.ts';
import { mfaRuleRequested } from '@store/organisations/acts.saga.ts';
import { organisationsModule } from '@store/organisations/organisations.module.ts';
import { registerModule } from '@store/modules.ts';
import { logInAs, DEMO_PASSWORD, type DemoUser } from '../support/logInAs.ts';
import { eventually } from '../support/eventually.ts';
import { pendingMfaSession } from '../support/mfa.ts';
import { unusedMember } from '../support/unusedMember.ts';
import { useServer } from '../support/useServer.ts';
import { openStoreAs } from './storeWithServer.ts';
import type { StoreHarness } from './storeHarness.ts';
import { auditEvents } from '../support/auditEvents.ts';
import { only } from '../support/facts.ts';
import { organisations } from '../support/organisations.ts';
import { authenticatedAgo } from '../support/sessions.ts';

registerModule(organisationsModule);
const site = useServer();

async function open(userName: DemoUser, name: string, transport?: Transport) {
  const harness = await openStoreAs(site, userName, transport ? { transport } : {});
  const list = harness.store.dispatch(organisationsApi.endpoints.fetchOrganisations.initiate());
  const organisation = (await list.unwrap()).find(({ organisationName }) => organisationName === name);
  if (!organisation) throw new Error(`${name} is not among the organisations`);
  /** The list's cached data, which follows every change. */
  const shown = () =>
    organisationsApi.endpoints.fetchOrganisations
      .select()(harness.store.getState())
      .data?.find(({ publicId }) => publicId === organisation.publicId);
  return { ...harness, organisation, shown };
}

const yes = ({ store }: StoreHarness) =>
  store.dispatch(questionAnswered({ id: selectQuestion(store.getState())?.id ?? '', confirmed: true }));
const notices = ({ store }: StoreHarness) => selectNotices(store.getState()).map(({ message }) => message);
const noticeShown = (harness: StoreHarness) => eventually('the notice', () => notices(harness).length > 0);

const stored = (name: string) =>
  site.database.row<{ mfa_required: boolean; approved: boolean }>(
    'SELECT mfa_required, approved FROM organisations WHERE name = $1',
    [name],
  );
const audited = (action: string, target: string) => auditEvents(site, { action, target, outcome: 'success' }, 'actor', 'details');

describe('requiring MFA', () => {
  test('of another organisation: the question says how many users it affects; done once however often it was requested', async () => {
    const harness = await open('sysadmin', 'Northgate Portfolio');
    const request = mfaRuleRequested({ organisation: harness.organisation, required: true, own: false, touched: 17 });
    harness.store.dispatch(request);
    harness.store.dispatch(request);
    expect(selectQuestion(harness.store.getState())).toMatchObject({
      body: { phrase: 'organisations:require.body', values: { name: 'Northgate Portfolio', count: 17 } },
      danger: false,
    });
    yes(harness);
    harness.store.dispatch(request);
    await noticeShown(harness);
    expect(notices(harness)).toMatchObject([{ phrase: 'organisations:require.done' }]);
    expect(selectQuestion(harness.store.getState())).toBeUndefined();
    await eventually('the row', () => harness.shown()?.mfaRequired === true);
    expect(await audited('Organisations.Update', 'Northgate Portfolio')).toEqual([
      { actor: 'sysadmin', details: { fields: { mfaRequired: { from: false, to: true } } } },
    ]);
  });

  test('of one’s own: asks once to confirm identity if that was long ago, and continues by itself', async () => {
    const harness = await open('subadmin', 'Harbour Mutual');
    const member = await unusedMember(site, { organisation: 'Harbour Mutual' });
    const running = await logInAs(site, member.userName);
    await authenticatedAgo(site, '2 hours');
    harness.store.dispatch(mfaRuleRequested({ organisation: harness.organisation, required: true, own: true, touched: 1 }));
    yes(harness);
    await eventually('the question who it is', () => selectIsIdentityAsked(harness.store.getState()));
    expect((await stored('Harbour Mutual')).mfa_required).toBe(false);
    await harness.store.dispatch(recoveryApi.endpoints.confirmIdentity.initiate(seal({ body: { password: DEMO_PASSWORD } })));
    await noticeShown(harness);
    expect((await stored('Harbour Mutual')).mfa_required).toBe(true);
    expect(await audited('Organisations.SetMfaRequired', 'Harbour Mutual')).toHaveLength(1);
    expect((await running.call('Users.Self')).status).toBe(200);
    // Throws if the server creates a session.
    await pendingMfaSession(site, member.userName);

    harness.store.dispatch(mfaRuleRequested({ organisation: harness.organisation, required: false, own: true, touched: 1 }));
    yes(harness);
    await eventually('the other notice', () => notices(harness).length === 2);
    expect((await stored('Harbour Mutual')).mfa_required).toBe(false);
    await logInAs(site, member.userName);
  });
});

describe('approval', () => {
  test('withdrawn, it ends the users’ sessions; approved again, they can log in', async () => {
    const member = await unusedMember(site, { organisation: 'Harbour Mutual' });
    const running = await logInAs(site, member.userName);
    const harness = await open('sysadmin', 'Harbour Mutual');
    harness.store.dispatch(approvalRequested({ organisation: harness.organisation, approved: false }));
    expect(selectQuestion(harness.store.getState())).toMatchObject({
      danger: true,
      body: { values: { name: 'Harbour Mutual', count: harness.organisation.userCount } },
    });
    yes(harness);
    await eventually('the row', () => harness.shown()?.approved === false);
    expect((await running.call('Users.Self')).status).toBe(401);
    harness.store.dispatch(approvalRequested({ organisation: harness.organisation, approved: true }));
    yes(harness);
    await eventually('the row', () => harness.shown()?.approved === true);
    expect(notices(harness)).toMatchObject([{ phrase: 'organisations:withdraw.done' }, { phrase: 'organisations:approve.done' }]);
    await logInAs(site, member.userName);
  });

  test('of the operating organisation can’t be withdrawn, as no administrator would be left: shows the server’s message', async () => {
    const { name } = await only(organisations(site, { house: true }, 'name'));
    const harness = await open('sysadmin', name);
    harness.store.dispatch(approvalRequested({ organisation: harness.organisation, approved: false }));
    yes(harness);
    await eventually('the alert', () => selectAlert(harness.store.getState()) !== null);
    expect(selectAlert(harness.store.getState())).toEqual({ text: expect.stringMatching(/system administrat/i) as string });
    expect((await stored(name)).approved).toBe(true);
    expect(notices(harness)).toEqual([]);
    await logInAs(site, 'sysadmin');
  });
});
