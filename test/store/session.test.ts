/** Session handling in one page and across tabs, on the real server. */
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
import { auditEvents } from '../support/auditEvents.ts';
import { lock, mustChangePassword } from '../support/changeUser.ts';
import { endSessions } from '../support/sessions.ts';

const site = useServer();

const kind = ({ store }: StoreHarness) => selectSession(store.getState()).kind;
const counts = () => usersApi.endpoints.fetchUserCounts.initiate({}, { forceRefetch: true, subscribe: false });
const cached = ({ store }: StoreHarness) => Object.keys(store.getState().api.queries);
/** Ends the sessions, as the idle timeout or an administrator's "Disable" would. */
const endAllSessions = () => endSessions(site);

describe('the session state', () => {
  beforeEach(endAllSessions);

  test('anonymous', async () => {
    expect(kind(await openStore(site))).toBe('anonymous');
  });

  test('signed in, with the profile once it was fetched', async () => {
    const harness = await openStoreAs(site, 'subadmin');
    expect(selectSession(harness.store.getState())).toMatchObject({
      kind: 'signedIn',
      person: { userName: 'subadmin', roles: ['SubscriberAdministration'] },
      self: { organisation: { organisationName: 'Harbour Mutual' } },
    });
  });

  test('partial: the password was right and MFA is missing', async () => {
    const { store, ...rest } = await openStore(site);
    await store.dispatch(logIn('mfa_user')).unwrap();
    const { data } = await store.dispatch(loginApi.endpoints.checkLogin.initiate(undefined, { forceRefetch: true }));
    expect(data).toEqual({ kind: 'pending', next: '/LoginMfa/false' });
    expect(kind({ store, ...rest })).toBe('pending');
  });
});

test('signed in with a password that an administrator chose, although guarded applications are closed to that user', async () => {
  await mustChangePassword(site, 'ordinary');
  const harness = await openStoreAs(site, 'ordinary');
  await mustChangePassword(site, 'ordinary', false);
  const own = { kind: 'signedIn', person: { userName: 'ordinary', roles: ['Member'] }, self: { passwordChangeRequired: true } };
  expect(selectSession(harness.store.getState())).toMatchObject(own);
  expect(harness.navigations).toEqual([]);
});

describe('401', () => {
  test.each([
    ['', true],
    [', before the page knew that', false],
  ])('of a user who still needs the second factor%s: does not restart the login', async (_when, knows) => {
    await (await openStore(site)).store.dispatch(logIn('must_enrol')).unwrap();
    const harness = createStoreHarness({ transport: browserTransport() });
    const check = () => harness.store.dispatch(loginApi.endpoints.checkLogin.initiate(undefined, { forceRefetch: true }));
    if (knows) await check();
    const { data } = await harness.store.dispatch(selfApi.endpoints.fetchSelf.initiate());
    expect([data, harness.navigations]).toEqual([undefined, []]);
    await check();
    expect([kind(harness), harness.navigations]).toEqual(['pending', []]);
    expect(selectAlert(harness.store.getState())).toBeNull();
  });

  test('without unsaved changes goes to the login page, with a return URL', async () => {
    const harness = await openStoreAs(site, 'subadmin', { path: '/Users/List/locked?sort=-userName#row' });
    await endAllSessions();
    const result = await harness.store.dispatch(counts());
    expect(result.data).toBeUndefined();
    expect(harness.navigations).toEqual(['login ← /Users/List/locked?sort=-userName#row']);
    expect(harness.draftsForgotten()).toBe(0);
    await eventually('an empty cache', () => cached(harness).length === 0);
    expect(selectAlert(harness.store.getState())).toBeNull();
  });

  test('before the session check does not redirect: the check decides', async () => {
    await endAllSessions();
    visit(site);
    const harness = createStoreHarness({ transport: browserTransport() });
    expect(await harness.store.dispatch(counts())).toMatchObject({ error: { status: 401 } });
    expect([kind(harness), harness.navigations]).toEqual(['unknown', []]);
  });

  test('of an anonymous visitor does not redirect either, and clears the cache', async () => {
    await endAllSessions();
    const harness = await openStore(site);
    expect(await harness.store.dispatch(counts())).toMatchObject({ error: { status: 401 } });
    await eventually('an empty cache', () => cached(harness).length === 0);
    expect(harness.navigations).toEqual([]);
  });

  test('several at once redirect once', async () => {
    const harness = await openStoreAs(site, 'subadmin');
    await endAllSessions();
    await Promise.all([harness.store.dispatch(counts()), harness.store.dispatch(usersApi.endpoints.fetchUsers.initiate())]);
    await harness.store.dispatch(counts());
    expect(harness.navigations).toHaveLength(1);
  });

  test('with unsaved changes: the same user logs in again and the call continues', async () => {
    const harness = await openStoreAs(site, 'subadmin');
    harness.store.dispatch(unsavedChangesAppeared('edit'));
    await lock(site, 'ordinary');
    await endAllSessions();
    const call = harness.store.dispatch(usersApi.endpoints.unlockUser.initiate({ userName: 'ordinary' }));
    await eventually('the dialog', () => selectIsInterrupted(harness.store.getState()));
    expect(selectPerson(harness.store.getState())).toMatchObject({ userName: 'subadmin' });
    await harness.store.dispatch(logIn('subadmin'));
    expect(await call).toMatchObject({ data: { userName: 'ordinary', lockedUntil: null } });
    expect(kind(harness)).toBe('signedIn');
    expect(harness.navigations).toEqual([]);
    // The server executed it once.
    expect(await auditEvents(site, { action: 'Users.Unlock', target: 'ordinary', actor: 'subadmin' })).toHaveLength(1);
  });

  test('with unsaved changes: the data shown stays until then', async () => {
    const harness = await openStoreAs(site, 'subadmin');
    const shown = ['fetchSelf(undefined)'];
    expect(cached(harness)).toEqual(expect.arrayContaining(shown));
    harness.store.dispatch(unsavedChangesAppeared('edit'));
    await endAllSessions();
    const call = harness.store.dispatch(counts());
    await eventually('the dialog', () => selectIsInterrupted(harness.store.getState()));
    expect(cached(harness)).toEqual(expect.arrayContaining(shown));
    await harness.store.dispatch(logIn('subadmin'));
    await call;
    expect(cached(harness)).toEqual(expect.arrayContaining(shown));
  });

  test("with unsaved changes: another user must not continue the first one's work", async () => {
    const harness = await openStoreAs(site, 'subadmin');
    harness.store.dispatch(unsavedChangesAppeared('edit'));
    await endAllSessions();
    const call = harness.store.dispatch(usersApi.endpoints.unlockUser.initiate({ userName: 'locked_user' }));
    await eventually('the dialog', () => selectIsInterrupted(harness.store.getState()));
    await harness.store.dispatch(logIn('sysadmin'));
    expect((await call).error).toMatchObject({ status: 401 });
    await eventually('the new page', () => harness.navigations.includes('reload'));
    expect(harness.reloadReason()).toBe('otherUser');
    const [row] = await site.database.query<{ locked: boolean }>(
      "SELECT locked_until IS NOT NULL AS locked FROM users WHERE user_name = 'locked_user'",
    );
    expect(row?.locked).toBe(true);
  });

  test.each([
    ['they are discarded', unsavedChangesGone('edit')],
    ['the dialog is cancelled', sessionAbandoned()],
  ])('with unsaved changes, until %s: goes to the login page', async (_name, action) => {
    const harness = await openStoreAs(site, 'subadmin');
    harness.store.dispatch(unsavedChangesAppeared('edit'));
    await endAllSessions();
    const call = harness.store.dispatch(usersApi.endpoints.unlockUser.initiate({ userName: 'locked_user' }));
    await eventually('the dialog', () => selectIsInterrupted(harness.store.getState()));
    harness.store.dispatch(action);
    expect((await call).error).toMatchObject({ status: 401 });
    expect(harness.navigations).toEqual(['login ← /Users/List?sort=userName#top']);
  });
});

describe('logging out', () => {
  test('ends the session, clears the cache, and goes to the login page', async () => {
    const harness = await openStoreAs(site, 'ordinary');
    harness.store.dispatch(logOutRequested());
    await eventually('the login page', () => harness.navigations.includes('login'));
    expect(cached(harness)).toEqual([]);
    expect(kind(harness)).toBe('left');
    const again = await openStore(site);
    expect(kind(again)).toBe('anonymous');
  });

  test('a call refused before "Log out" has finished does not redirect, and is no error', async () => {
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
    const harness = await openStoreAs(site, 'ordinary', { transport });
    harness.store.dispatch(logOutRequested());
    await eventually('the end of the session', () => loggedOut);
    await harness.store.dispatch(selfApi.endpoints.fetchSelf.initiate(undefined, { forceRefetch: true }));
    await eventually('the login page', () => harness.navigations.length > 0);
    expect([harness.navigations, harness.reports, kind(harness)]).toEqual([['login'], [], 'left']);
  });

  test('a call aborted by clearing the cache is no error, and can be repeated', async () => {
    const harness = await openStoreAs(site, 'ordinary');
    harness.store.dispatch(logOutRequested());
    harness.store.dispatch(baseApi.util.resetApiState());
    await settle();
    harness.store.dispatch(logOutRequested());
    await eventually('the login page', () => harness.navigations.length > 0);
    expect([harness.navigations, harness.reports]).toEqual([['login'], []]);
  });

  test('later failures do not redirect', async () => {
    const harness = await openStoreAs(site, 'ordinary');
    await harness.store.dispatch(loginApi.endpoints.logOut.initiate());
    await harness.store.dispatch(selfApi.endpoints.fetchSelf.initiate(undefined, { forceRefetch: true }));
    expect(harness.navigations).toEqual(['login']);
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

  test('logging out in one logs out the other', async () => {
    const { first, second } = await twoTabs('ordinary');
    first.store.dispatch(logOutRequested());
    await eventually('the other at the login page', () => second.navigations.includes('login ← /second'));
    // The cache is cleared a moment later, so that pending callers get their responses first.
    await eventually('an empty cache', () => cached(second).length === 0);
    // Requests of the page being left are refused and do not remove the notice.
    await second.store.dispatch(loginApi.endpoints.checkLogin.initiate(undefined, { forceRefetch: true }));
    await second.store.dispatch(selfApi.endpoints.fetchSelf.initiate(undefined, { forceRefetch: true }));
    expect(second.navigations).toHaveLength(1);
    // What was typed and not sent may be personal data; the end of a session alone removes nothing.
    expect([first.draftsForgotten(), second.draftsForgotten()]).toEqual([1, 1]);
    expect(selectNotices(second.store.getState())).toMatchObject([{ message: { phrase: 'common:session.loggedOut' } }]);
  });

  test('logging in as another user in one reloads the other as that user', async () => {
    const { first, second } = await twoTabs('ordinary');
    await first.store.dispatch(logIn('subadmin'));
    await eventually('the other reloads', () => second.navigations.includes('reload'));

    const reloaded = await openStore(site, { path: '/second', reloadReason: second.reloadReason() });
    await eventually('the notice', () => selectNotices(reloaded.store.getState()).length > 0);
    const self = await reloaded.store.dispatch(selfApi.endpoints.fetchSelf.initiate()).unwrap();
    expect(selectNotices(reloaded.store.getState())).toMatchObject([
      {
        message: { phrase: 'common:session.otherUser', values: { user: `${self.firstName} ${self.lastName}` } },
        timeout: false,
      },
    ]);
    expect(reloaded.reloadReason()).toBeNull();
  });

  test('logging in in one changes nothing in the other if that was anonymous', async () => {
    await endAllSessions();
    const browser = browserTabs();
    const first = await openStore(site, { tabs: browser.tab() });
    const second = await openStore(site, { tabs: browser.tab() });
    await first.store.dispatch(logIn('ordinary'));
    await eventually('the other reloads', () => second.navigations.includes('reload'));
    expect(second.reloadReason()).toBeNull();
  });

  test('logging in as the same user changes nothing in the other', async () => {
    const { first, second } = await twoTabs('ordinary');
    await first.store.dispatch(logIn('ordinary'));
    const check = second.store.dispatch(loginApi.endpoints.checkLogin.initiate(undefined, { forceRefetch: true }));
    expect((await check).data).toMatchObject({ kind: 'signedIn' });
    expect(second.navigations).toEqual([]);
  });

  test('logging in again in one lets interrupted calls in the other continue', async () => {
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

test('a second tab never breaks the first: its anti-forgery token is renewed silently', async () => {
  const first = await openStoreAs(site, 'subadmin');
  document.cookie = 'XSRF-TOKEN=forged; path=/';
  const { data } = await first.store.dispatch(usersApi.endpoints.unlockUser.initiate({ userName: 'locked_user' }));
  expect(data).toMatchObject({ userName: 'locked_user', lockedUntil: null });
});
