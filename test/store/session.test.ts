/** The session as one page and as several tabs live through it, on the real server. */
import { baseApi } from '@api/client/baseApi.ts';
import { browserTransport } from '@api/client/browserTransport.ts';
import { sessionAbandoned } from '@api/client/sessionEvents.ts';
import { loginApi } from '@api/client/login.api.ts';
import { selfApi } from '@api/client/users.self.api.ts';
import type { Transport } from '@api/client/transport.ts';
import { usersApi } from '@api/client/users.api.ts';
import { logOutRequested, selectIsInterrupted, selectPerson, selectSession } from '@store/session/session.slice.ts';
import { unsavedChangesAppeared, unsavedChangesGone } from '@store/session/unsavedChanges.slice.ts';
import { selectAlert } from '@store/notices/alert.slice.ts';
import { selectNotices } from '@store/notices/notices.slice.ts';
import { eventually } from '../support/eventually.ts';
import { useServer } from '../support/useServer.ts';
import { visit } from '../support/visit.ts';
import { logIn, openStore, openStoreAs } from './storeWithServer.ts';
import { browserTabs, createStoreHarness, settle, type StoreHarness } from './storeHarness.ts';

const site = useServer();

const kind = ({ store }: StoreHarness) => selectSession(store.getState()).kind;
const counts = () => usersApi.endpoints.fetchUserCounts.initiate({}, { forceRefetch: true, subscribe: false });
const cached = ({ store }: StoreHarness) => Object.keys(store.getState().api.queries);
/** As the server would after the idle time, or an administrator by disabling. */
const endAllSessions = () => site.database.query('DELETE FROM sessions');

const lock = (userName: string) =>
  site.database.query("UPDATE users SET locked_until = now() + interval '1 hour' WHERE user_name = $1", [userName]);

describe('who is signed in', () => {
  beforeEach(endAllSessions);

  test('nobody', async () => {
    expect(kind(await openStore(site))).toBe('anonymous');
  });

  test('somebody, in full once the profile was read', async () => {
    const world = await openStoreAs(site, 'subadmin');
    expect(selectSession(world.store.getState())).toMatchObject({
      kind: 'signedIn',
      person: { userName: 'subadmin', roles: ['SubscriberAdministration'] },
      self: { organisation: { organisationName: 'Harbour Mutual' } },
    });
  });

  test('half: the password was right and MFA is outstanding', async () => {
    const { store, ...rest } = await openStore(site);
    await store.dispatch(logIn('mfa_user')).unwrap();
    const { data } = await store.dispatch(loginApi.endpoints.checkLogin.initiate(undefined, { forceRefetch: true }));
    expect(data).toEqual({ kind: 'pending', next: '/LoginMfa/false' });
    expect(kind({ store, ...rest })).toBe('pending');
  });
});

describe('401', () => {
  test.each([
    ['', true],
    [', also where the page did not know it yet', false],
  ])('sends nobody back to the beginning who is halfway in%s: the way on is the second step', async (_when, knows) => {
    await (await openStore(site)).store.dispatch(logIn('must_enrol')).unwrap();
    const world = createStoreHarness({ transport: browserTransport() });
    const check = () => world.store.dispatch(loginApi.endpoints.checkLogin.initiate(undefined, { forceRefetch: true }));
    if (knows) await check();
    const { data } = await world.store.dispatch(selfApi.endpoints.fetchSelf.initiate());
    expect([data, world.navigations]).toEqual([undefined, []]);
    await check();
    expect([kind(world), world.navigations]).toEqual(['pending', []]);
    expect(selectAlert(world.store.getState())).toBeNull();
  });

  test('sends a page without work to the login page, with the way back', async () => {
    const world = await openStoreAs(site, 'subadmin', { path: '/Users/List/locked?sort=-userName#row' });
    await endAllSessions();
    const result = await world.store.dispatch(counts());
    expect(result.data).toBeUndefined();
    expect(world.navigations).toEqual(['login ← /Users/List/locked?sort=-userName#row']);
    await eventually('an empty cache', () => cached(world).length === 0);
    expect(selectAlert(world.store.getState())).toBeNull();
  });

  test('before anybody is known sends nobody anywhere: where to, the session check says', async () => {
    await endAllSessions();
    visit(site);
    const world = createStoreHarness({ transport: browserTransport() });
    expect(await world.store.dispatch(counts())).toMatchObject({ error: { status: 401 } });
    expect([kind(world), world.navigations]).toEqual(['unknown', []]);
  });

  test('once it is known that nobody is signed in sends nobody anywhere either, and forgets', async () => {
    await endAllSessions();
    const world = await openStore(site);
    expect(await world.store.dispatch(counts())).toMatchObject({ error: { status: 401 } });
    await eventually('an empty cache', () => cached(world).length === 0);
    expect(world.navigations).toEqual([]);
  });

  test('several at once send it there once', async () => {
    const world = await openStoreAs(site, 'subadmin');
    await endAllSessions();
    await Promise.all([world.store.dispatch(counts()), world.store.dispatch(usersApi.endpoints.fetchUsers.initiate())]);
    await world.store.dispatch(counts());
    expect(world.navigations).toHaveLength(1);
  });

  test('over work: the same person logs in again and the call goes on', async () => {
    const world = await openStoreAs(site, 'subadmin');
    world.store.dispatch(unsavedChangesAppeared('edit'));
    await lock('ordinary');
    await endAllSessions();
    const call = world.store.dispatch(usersApi.endpoints.unlockUser.initiate({ userName: 'ordinary' }));
    await eventually('the dialog', () => selectIsInterrupted(world.store.getState()));
    expect(selectPerson(world.store.getState())).toMatchObject({ userName: 'subadmin' });
    await world.store.dispatch(logIn('subadmin'));
    expect(await call).toMatchObject({ data: { userName: 'ordinary', lockedUntil: null } });
    expect(kind(world)).toBe('signedIn');
    expect(world.navigations).toEqual([]);
    // The server did it once.
    const [row] = await site.database.query<{ times: number }>(
      "SELECT count(*)::int AS times FROM audit_events WHERE action = 'Users.Unlock' AND target = 'ordinary' AND actor = 'subadmin'",
    );
    expect(row?.times).toBe(1);
  });

  test('over work: what was shown stays until the person is back', async () => {
    const world = await openStoreAs(site, 'subadmin');
    const shown = ['fetchSelf(undefined)'];
    expect(cached(world)).toEqual(expect.arrayContaining(shown));
    world.store.dispatch(unsavedChangesAppeared('edit'));
    await endAllSessions();
    const call = world.store.dispatch(counts());
    await eventually('the dialog', () => selectIsInterrupted(world.store.getState()));
    expect(cached(world)).toEqual(expect.arrayContaining(shown));
    await world.store.dispatch(logIn('subadmin'));
    await call;
    expect(cached(world)).toEqual(expect.arrayContaining(shown));
  });

  test("over work: somebody else must not go on in the first one's place", async () => {
    const world = await openStoreAs(site, 'subadmin');
    world.store.dispatch(unsavedChangesAppeared('edit'));
    await endAllSessions();
    const call = world.store.dispatch(usersApi.endpoints.unlockUser.initiate({ userName: 'locked_user' }));
    await eventually('the dialog', () => selectIsInterrupted(world.store.getState()));
    await world.store.dispatch(logIn('sysadmin'));
    expect((await call).error).toMatchObject({ status: 401 });
    await eventually('the new page', () => world.navigations.includes('reload'));
    expect(world.reloadReason()).toBe('otherUser');
    const [row] = await site.database.query<{ locked: boolean }>(
      "SELECT locked_until IS NOT NULL AS locked FROM users WHERE user_name = 'locked_user'",
    );
    expect(row?.locked).toBe(true);
  });

  test.each([
    ['the work is dropped', unsavedChangesGone('edit')],
    ['the dialog is given up', sessionAbandoned()],
  ])('over work, until %s: to the login page', async (_name, action) => {
    const world = await openStoreAs(site, 'subadmin');
    world.store.dispatch(unsavedChangesAppeared('edit'));
    await endAllSessions();
    const call = world.store.dispatch(usersApi.endpoints.unlockUser.initiate({ userName: 'locked_user' }));
    await eventually('the dialog', () => selectIsInterrupted(world.store.getState()));
    world.store.dispatch(action);
    expect((await call).error).toMatchObject({ status: 401 });
    expect(world.navigations).toEqual(['login ← /Users/List?sort=userName#top']);
  });
});

describe('logging out', () => {
  test('ends the session, forgets what was cached, and goes to the login page', async () => {
    const world = await openStoreAs(site, 'ordinary');
    world.store.dispatch(logOutRequested());
    await eventually('the login page', () => world.navigations.includes('login'));
    expect(cached(world)).toEqual([]);
    expect(kind(world)).toBe('left');
    const again = await openStore(site);
    expect(kind(again)).toBe('anonymous');
  });

  test('a call refused before the answer to "Log out" is there leads nowhere else, and is no error', async () => {
    const real = browserTransport();
    let loggedOut = false;
    const refused = Promise.withResolvers<undefined>();
    const transport: Transport = {
      ...real,
      fetch: async (url, init) => {
        const reply = await real.fetch(url, init);
        if (url.endsWith('/Logout')) {
          loggedOut = true;
          await refused.promise;
        } else if (loggedOut && reply.status === 401) {
          void settle()
            .then(settle)
            .then(() => {
              refused.resolve(undefined);
            });
        }
        return reply;
      },
    };
    const world = await openStoreAs(site, 'ordinary', { transport });
    world.store.dispatch(logOutRequested());
    await eventually('the end of the session', () => loggedOut);
    await world.store.dispatch(selfApi.endpoints.fetchSelf.initiate(undefined, { forceRefetch: true }));
    await eventually('the login page', () => world.navigations.length > 0);
    expect([world.navigations, world.reports, kind(world)]).toEqual([['login'], [], 'left']);
  });

  test('aborted as the cache is emptied under it, it is no error, and can be asked for again', async () => {
    const world = await openStoreAs(site, 'ordinary');
    world.store.dispatch(logOutRequested());
    world.store.dispatch(baseApi.util.resetApiState());
    await settle();
    world.store.dispatch(logOutRequested());
    await eventually('the login page', () => world.navigations.length > 0);
    expect([world.navigations, world.reports]).toEqual([['login'], []]);
  });

  test('what still fails on the way out sends nobody anywhere', async () => {
    const world = await openStoreAs(site, 'ordinary');
    await world.store.dispatch(loginApi.endpoints.logOut.initiate());
    await world.store.dispatch(selfApi.endpoints.fetchSelf.initiate(undefined, { forceRefetch: true }));
    expect(world.navigations).toEqual(['login']);
  });
});

describe('two tabs', () => {
  const twoTabs = async (userName: 'subadmin' | 'ordinary') => {
    const browser = browserTabs();
    const first = await openStoreAs(site, userName, { tabs: browser.tab(), path: '/first' });
    const second = await openStore(site, { tabs: browser.tab(), path: '/second' });
    expect(kind(second)).toBe('signedIn');
    return { first, second };
  };

  test('log-out in one is log-out in the other', async () => {
    const { first, second } = await twoTabs('ordinary');
    first.store.dispatch(logOutRequested());
    await eventually('the other at the login page', () => second.navigations.includes('login ← /second'));
    // A moment later, so that whoever waited for an answer gets it first.
    await eventually('an empty cache', () => cached(second).length === 0);
    // What the page still asks on its way out is refused, and takes back nothing that was said.
    await second.store.dispatch(loginApi.endpoints.checkLogin.initiate(undefined, { forceRefetch: true }));
    await second.store.dispatch(selfApi.endpoints.fetchSelf.initiate(undefined, { forceRefetch: true }));
    expect(second.navigations).toHaveLength(1);
    expect(selectNotices(second.store.getState())).toMatchObject([{ message: { phrase: 'common:session.loggedOut' } }]);
  });

  test('somebody else in one is somebody else in the other', async () => {
    const { first, second } = await twoTabs('ordinary');
    await first.store.dispatch(logIn('subadmin'));
    await eventually('the other loads anew', () => second.navigations.includes('reload'));

    const anew = await openStore(site, { path: '/second', reloadReason: second.reloadReason() });
    await eventually('the notice', () => selectNotices(anew.store.getState()).length > 0);
    const self = await anew.store.dispatch(selfApi.endpoints.fetchSelf.initiate()).unwrap();
    expect(selectNotices(anew.store.getState())).toMatchObject([
      {
        message: { phrase: 'common:session.otherUser', values: { user: `${self.firstName} ${self.lastName}` } },
        timeout: false,
      },
    ]);
    expect(anew.reloadReason()).toBeNull();
  });

  test('who logs in where nobody was signed in is no news to the other', async () => {
    await endAllSessions();
    const browser = browserTabs();
    const first = await openStore(site, { tabs: browser.tab() });
    const second = await openStore(site, { tabs: browser.tab() });
    await first.store.dispatch(logIn('ordinary'));
    await eventually('the other loads anew', () => second.navigations.includes('reload'));
    expect(second.reloadReason()).toBeNull();
  });

  test('the same person in one changes nothing in the other', async () => {
    const { first, second } = await twoTabs('ordinary');
    await first.store.dispatch(logIn('ordinary'));
    const check = second.store.dispatch(loginApi.endpoints.checkLogin.initiate(undefined, { forceRefetch: true }));
    expect((await check).data).toMatchObject({ kind: 'signedIn' });
    expect(second.navigations).toEqual([]);
  });

  test('who logs in again in one frees the work in the other', async () => {
    const { first, second } = await twoTabs('subadmin');
    second.store.dispatch(unsavedChangesAppeared('edit'));
    await endAllSessions();
    const call = second.store.dispatch(counts());
    await eventually('the dialog', () => selectIsInterrupted(second.store.getState()));
    await first.store.dispatch(logIn('subadmin'));
    expect((await call).data).toHaveProperty('all');
    expect(second.navigations).toEqual([]);
  });
});

test('a second tab never breaks the first: its anti-forgery token is renewed without a word', async () => {
  const first = await openStoreAs(site, 'subadmin');
  document.cookie = 'XSRF-TOKEN=forged; path=/';
  const { data } = await first.store.dispatch(usersApi.endpoints.unlockUser.initiate({ userName: 'locked_user' }));
  expect(data).toMatchObject({ userName: 'locked_user', lockedUntil: null });
});
