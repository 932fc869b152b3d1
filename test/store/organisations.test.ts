/** Conversations about organisations on the real server and database: approval and the rule on MFA, with whom they touch. */
import { browserTransport } from '@api/client/browserTransport.ts';
import { organisationsApi } from '@api/client/organisations.api.ts';
import { recoveryApi } from '@api/client/recovery.api.ts';
import { seal } from '@api/client/secrets.ts';
import type { Transport } from '@api/client/transport.ts';
import { selectIsIdentityAsked } from '@store/session/confirmIdentity.slice.ts';
import { selectAlert } from '@store/notices/alert.slice.ts';
import { selectNotices } from '@store/notices/notices.slice.ts';
import { questionAnswered, selectQuestion } from '@store/notices/questions.slice.ts';
import { approvalRequested } from '@store/organisations/approval.saga.ts';
import { mfaRuleRequested } from '@store/organisations/mfaRule.saga.ts';
import { organisationsModule } from '@store/organisations/organisations.module.ts';
import { registerModule } from '@store/modules.ts';
import { as, DEMO_PASSWORD, type DemoUser } from '../support/as.ts';
import { eventually } from '../support/eventually.ts';
import { halfSignedIn } from '../support/mfa.ts';
import { unusedMember } from '../support/unusedMember.ts';
import { useServer } from '../support/useServer.ts';
import { visit } from '../support/visit.ts';
import { openStoreAs } from './storeWithServer.ts';
import type { StoreHarness } from './storeHarness.ts';

registerModule(organisationsModule);
const site = useServer();

async function open(userName: DemoUser, name: string, transport?: Transport) {
  const world = await openStoreAs(site, userName, transport ? { transport } : {});
  const list = world.store.dispatch(organisationsApi.endpoints.fetchOrganisations.initiate());
  const organisation = (await list.unwrap()).find(({ organisationName }) => organisationName === name);
  if (!organisation) throw new Error(`${name} is not among the organisations`);
  /** As the page, which follows every change, shows it now. */
  const shown = () =>
    organisationsApi.endpoints.fetchOrganisations
      .select()(world.store.getState())
      .data?.find(({ publicId }) => publicId === organisation.publicId);
  return { ...world, organisation, shown };
}

const yes = ({ store }: StoreHarness) =>
  store.dispatch(questionAnswered({ id: selectQuestion(store.getState())?.id ?? '', confirmed: true }));
const notices = ({ store }: StoreHarness) => selectNotices(store.getState()).map(({ message }) => message);
const told = (world: StoreHarness) => eventually('the notice', () => notices(world).length > 0);

const stored = (name: string) =>
  site.database.row<{ mfa_required: boolean; approved: boolean }>(
    'SELECT mfa_required, approved FROM organisations WHERE name = $1',
    [name],
  );
const audited = (action: string, target: string) =>
  site.database.query<{ actor: string; details: unknown }>(
    `SELECT actor, details FROM audit_events WHERE action = $1 AND target = $2 AND outcome = 'success' ORDER BY seq`,
    [action, target],
  );

describe('requiring MFA', () => {
  test('of another organisation: asked with the number it touches, done once however often it was wished', async () => {
    const world = await open('sysadmin', 'Northgate Portfolio');
    const wish = mfaRuleRequested({ organisation: world.organisation, required: true, own: false, touched: 17 });
    world.store.dispatch(wish);
    world.store.dispatch(wish);
    expect(selectQuestion(world.store.getState())).toMatchObject({
      body: { phrase: 'organisations:require.body', values: { name: 'Northgate Portfolio', count: 17 } },
      danger: false,
    });
    yes(world);
    world.store.dispatch(wish);
    await told(world);
    expect(notices(world)).toMatchObject([{ phrase: 'organisations:require.done' }]);
    expect(selectQuestion(world.store.getState())).toBeUndefined();
    await eventually('the row', () => world.shown()?.mfaRequired === true);
    expect(await audited('Organisations.Update', 'Northgate Portfolio')).toEqual([
      { actor: 'sysadmin', details: { fields: { mfaRequired: { from: false, to: true } } } },
    ]);
  });

  test('of the own one: whoever has not proved who they are lately is asked once, and it goes on by itself', async () => {
    const world = await open('subadmin', 'Harbour Mutual');
    const member = await unusedMember(site, { organisation: 'Harbour Mutual' });
    const running = await as(site, member.userName);
    await site.database.query("UPDATE sessions SET authenticated_at = now() - interval '2 hours'");
    world.store.dispatch(mfaRuleRequested({ organisation: world.organisation, required: true, own: true, touched: 1 }));
    yes(world);
    await eventually('the question who it is', () => selectIsIdentityAsked(world.store.getState()));
    expect((await stored('Harbour Mutual')).mfa_required).toBe(false);
    await world.store.dispatch(recoveryApi.endpoints.confirmIdentity.initiate(seal({ body: { password: DEMO_PASSWORD } })));
    await told(world);
    expect((await stored('Harbour Mutual')).mfa_required).toBe(true);
    expect(await audited('Organisations.SetMfaRequired', 'Harbour Mutual')).toHaveLength(1);
    expect((await running.call('Users.Self')).status).toBe(200);
    // Throws where the server lets them in.
    await halfSignedIn(site, member.userName);

    world.store.dispatch(mfaRuleRequested({ organisation: world.organisation, required: false, own: true, touched: 1 }));
    yes(world);
    await eventually('the other notice', () => notices(world).length === 2);
    expect((await stored('Harbour Mutual')).mfa_required).toBe(false);
    await as(site, member.userName);
  });
});

describe('approval', () => {
  test('withdrawn, it ends the sessions of the people; given again, they come back in', async () => {
    const member = await unusedMember(site, { organisation: 'Harbour Mutual' });
    const running = await as(site, member.userName);
    const world = await open('sysadmin', 'Harbour Mutual');
    world.store.dispatch(approvalRequested({ organisation: world.organisation, approved: false }));
    expect(selectQuestion(world.store.getState())).toMatchObject({
      danger: true,
      body: { values: { name: 'Harbour Mutual', count: world.organisation.userCount } },
    });
    yes(world);
    await eventually('the row', () => world.shown()?.approved === false);
    expect((await running.call('Users.Self')).status).toBe(401);
    world.store.dispatch(approvalRequested({ organisation: world.organisation, approved: true }));
    yes(world);
    await eventually('the row', () => world.shown()?.approved === true);
    expect(notices(world)).toMatchObject([{ phrase: 'organisations:withdraw.done' }, { phrase: 'organisations:approve.done' }]);
    await as(site, member.userName);
  });

  test('of the house can’t be withdrawn, as nobody would be left to administer: told in the server’s words', async () => {
    const { name } = await site.database.row<{ name: string }>('SELECT name FROM organisations WHERE house');
    const world = await open('sysadmin', name);
    world.store.dispatch(approvalRequested({ organisation: world.organisation, approved: false }));
    yes(world);
    await eventually('the alert', () => selectAlert(world.store.getState()) !== null);
    expect(selectAlert(world.store.getState())).toEqual({ text: expect.stringMatching(/system administrat/i) as string });
    expect((await stored(name)).approved).toBe(true);
    expect(notices(world)).toEqual([]);
    await as(site, 'sysadmin');
  });
});

test('an answer lost after the server did it: said, done once, and the list shows the truth', async () => {
  visit(site);
  const real = browserTransport();
  const forgetful: Transport = {
    ...real,
    fetch: async (url, init) => {
      const reply = await real.fetch(url, init);
      if (url.includes('/Organisations/Update/')) throw new TypeError('connection reset');
      return reply;
    },
  };
  const world = await open('sysadmin', 'Harbour Mutual', forgetful);
  const before = (await audited('Organisations.Update', 'Harbour Mutual')).length;
  world.store.dispatch(mfaRuleRequested({ organisation: world.organisation, required: true, own: false, touched: 3 }));
  yes(world);
  await eventually('the row', () => world.shown()?.mfaRequired === true);
  expect(selectAlert(world.store.getState())).toEqual({ phrase: 'common:error.network' });
  expect(notices(world)).toEqual([]);
  expect(await audited('Organisations.Update', 'Harbour Mutual')).toHaveLength(before + 1);
});

test('a session that ended meanwhile leads to the login page and back, and nothing has changed', async () => {
  const world = await open('sysadmin', 'Northgate Portfolio');
  await site.database.query('DELETE FROM sessions');
  world.store.dispatch(approvalRequested({ organisation: world.organisation, approved: false }));
  yes(world);
  await eventually('the login page', () => world.navigations.length > 0);
  expect(world.navigations).toEqual(['login ← /Users/List?sort=userName#top']);
  expect((await stored('Northgate Portfolio')).approved).toBe(true);
});
