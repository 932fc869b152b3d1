/** Starting and ending an impersonation on the real server, failures included: where the page navigates and whose session it is. */
import { browserTransport } from '@api/client/browserTransport.ts';
import { sessionEnded } from '@api/client/sessionEvents.ts';
import { loginApi } from '@api/client/login.api.ts';
import { recoveryApi } from '@api/client/recovery.api.ts';
import { seal } from '@api/client/secrets.ts';
import type { Transport } from '@api/client/transport.ts';
import { selfApi } from '@api/client/users.self.api.ts';
import { selectIsIdentityAsked } from '@store/session/confirmIdentity.slice.ts';
import { logOutRequested, selectIsInterrupted, selectSelf } from '@store/session/session.slice.ts';
import { unsavedChangesAppeared } from '@store/session/unsavedChanges.slice.ts';
import { selectAlert } from '@store/notices/alert.slice.ts';
import { questionAnswered, selectQuestion } from '@store/notices/questions.slice.ts';
import { registerModule } from '@store/modules.ts';
import {
  actRequested,
  impersonationBegan,
  impersonationModule,
  stopImpersonatingRequested,
} from '@store/users/impersonation.module.ts';
import { selectChangedUsers } from '@store/users/changedUsers.slice.ts';
import { impersonateRequested } from '@store/users/impersonate.saga.ts';
import { usersModule } from '@store/users/users.module.ts';
import { DEMO_PASSWORD } from '../support/logInAs.ts';
import { eventually } from '../support/eventually.ts';
import { type MemberAccount, unusedMember } from '../support/unusedMember.ts';
import { useServer } from '../support/useServer.ts';
import { waitUntilIdle, logIn, openStoreAs } from './storeWithServer.ts';
import { disable } from '../support/changeUser.ts';
import { authenticatedAgo, endSessions, expireImpersonation } from '../support/sessions.ts';

registerModule(usersModule);
registerModule(impersonationModule);
const site = useServer({ env: { LIMIT_LOGINS_PER_ADDRESS: '10000' } });

const LIST = '/Users/List/active?sort=-userName';
const HOME = '/SecurityDetails';
const place = { firstRow: 40, focus: { row: 47, column: 'actions' } };
const origin = { address: LIST, place };

type Reply = ReturnType<Transport['fetch']>;
type Fault = (url: string, call: () => Reply) => Reply;
const none: Fault = (_url, call) => call();

/** `subadmin` on the users list. `fault` handles the calls that start or end an impersonation, or log out. */
async function page(fault: Fault = none) {
  const person = await unusedMember(site, { organisation: 'Harbour Mutual' });
  const real = browserTransport();
  const calls: string[] = [];
  let interferes = fault;
  const { store, ...harness } = await openStoreAs(site, 'subadmin', {
    path: LIST,
    transport: {
      ...real,
      fetch: (url, init) => {
        if (!/\/(Impersonate\/|Logout$)/.test(url)) return real.fetch(url, init);
        calls.push(url);
        return interferes(url, () => real.fetch(url, init));
      },
    },
  });
  const alerts = new Set<unknown>();
  store.subscribe(() => {
    const alert = selectAlert(store.getState());
    if (alert) alerts.add(alert);
  });
  const intent = impersonateRequested({ userName: person.userName, home: HOME, place });
  return {
    ...harness,
    store,
    person,
    calls,
    alerts,
    intent,
    interfere: (with_: Fault) => (interferes = with_),
    openQuestion: async () => {
      store.dispatch(intent);
      const { id } = await eventually('the question', () => selectQuestion(store.getState()));
      return (answer: { confirmed: boolean; reason?: string; extra?: boolean }) =>
        store.dispatch(questionAnswered({ id, ...answer }));
    },
    started: () => eventually('the page as the person', () => harness.navigations.includes(`anew at ${HOME}`)),
    back: () => eventually('the page it began on', () => harness.navigations.includes(`anew at ${LIST}`)),
    self: async () => (await store.dispatch(selfApi.endpoints.fetchSelf.initiate(undefined, { forceRefetch: true }))).data,
    rows: () => selectChangedUsers(store.getState() as never).map(({ user }) => user),
  };
}

type Page = Awaited<ReturnType<typeof page>>;

const startEvents = async ({ userName }: MemberAccount) =>
  site.database.query<{ reason: string | null }>(
    `SELECT details->>'reason' AS reason FROM audit_events
      WHERE action = 'Users.Impersonate' AND target = $1 AND outcome = 'success' ORDER BY seq`,
    [userName],
  );

/** A store during an impersonation, as after the page was reloaded as the user. */
async function impersonating(): Promise<Page> {
  const opened = await page();
  (await opened.openQuestion())({ confirmed: true });
  await opened.started();
  await opened.self();
  await waitUntilIdle(opened);
  opened.store.dispatch(impersonationBegan({ administrator: 'subadmin', ...origin }));
  return opened;
}

const stop = stopImpersonatingRequested({ administrator: 'subadmin', ...origin });

describe('Starting an impersonation', () => {
  test('asks for a reason, is done once however often it is clicked, and reloads the page as that user', async () => {
    const opened = await page();
    const answer = await opened.openQuestion();
    opened.store.dispatch(opened.intent);
    expect(opened.calls).toEqual([]);
    answer({ confirmed: true, reason: 'Ticket 4711' });
    opened.store.dispatch(opened.intent);
    await opened.started();
    expect(opened.calls).toHaveLength(1);
    expect(opened.historyStates).toEqual([{ from: origin }]);
    expect(await startEvents(opened.person)).toEqual([{ reason: 'Ticket 4711' }]);
    expect(await opened.self()).toMatchObject({
      userName: opened.person.userName,
      impersonatedBy: { userName: 'subadmin', access: 'read' },
    });
    expect(selectQuestion(opened.store.getState())).toBeUndefined();
  });

  test('acts as the user where that is chosen', async () => {
    const opened = await page();
    (await opened.openQuestion())({ confirmed: true, extra: true });
    await opened.started();
    expect(await opened.self()).toMatchObject({ impersonatedBy: { access: 'act' } });
  });

  test('does nothing when the question is declined', async () => {
    const opened = await page();
    (await opened.openQuestion())({ confirmed: false });
    await opened.openQuestion();
    expect([opened.calls, opened.navigations]).toEqual([[], []]);
  });

  test('continues when the response was lost after the server had done it', async () => {
    const opened = await page(async (_url, call) => {
      await call();
      throw new TypeError('connection reset');
    });
    (await opened.openQuestion())({ confirmed: true });
    await opened.started();
    expect(opened.calls).toHaveLength(1);
    expect(opened.historyStates).toEqual([{ from: origin }]);
  });

  test('stays on the page when the request never arrived, and refreshes the row', async () => {
    const opened = await page(() => Promise.reject(new TypeError('offline')));
    (await opened.openQuestion())({ confirmed: true });
    await eventually('the row', () => opened.rows().length > 0);
    expect(opened.navigations).toEqual([]);
    expect([...opened.alerts]).toEqual([{ phrase: 'common:error.network' }]);
    expect(await opened.self()).toMatchObject({ userName: 'subadmin' });
  });

  test('refused, shows the error, and the row shows why', async () => {
    const opened = await page();
    const answer = await opened.openQuestion();
    await disable(site, opened.person.userId);
    answer({ confirmed: true });
    await eventually('the row', () => opened.rows().length > 0);
    expect(opened.rows()).toMatchObject([{ userName: opened.person.userName, enabled: false }]);
    expect(opened.alerts.size).toBe(1);
    expect(opened.navigations).toEqual([]);
  });

  test('asks to confirm identity when that was long ago, and continues by itself', async () => {
    const opened = await page();
    const answer = await opened.openQuestion();
    await authenticatedAgo(site, '2 hours');
    answer({ confirmed: true });
    await eventually('the dialog', () => selectIsIdentityAsked(opened.store.getState()));
    await opened.store.dispatch(recoveryApi.endpoints.confirmIdentity.initiate(seal({ body: { password: DEMO_PASSWORD } })));
    await opened.started();
    expect([opened.calls.length, opened.alerts.size]).toEqual([2, 0]);
  });

  test('lets the user log in again over the page when the session has ended, and continues', async () => {
    const opened = await page();
    opened.store.dispatch(unsavedChangesAppeared('the list'));
    const answer = await opened.openQuestion();
    await endSessions(site);
    answer({ confirmed: true });
    await eventually('the dialog', () => selectIsInterrupted(opened.store.getState()));
    await opened.store.dispatch(logIn('subadmin'));
    await opened.started();
    expect(await opened.self()).toMatchObject({ userName: opened.person.userName });
  });
});

describe('Ending it', () => {
  test('leads back to where it started, done once however often it is clicked', async () => {
    const opened = await impersonating();
    opened.store.dispatch(stop);
    opened.store.dispatch(stop);
    await opened.back();
    expect(opened.calls).toHaveLength(2);
    expect(opened.historyStates.at(-1)).toEqual({ place });
    expect(await opened.self()).toMatchObject({ userName: 'subadmin', impersonatedBy: null });
  });

  test('leads back also when the response was lost', async () => {
    const opened = await impersonating();
    opened.interfere(async (_url, call) => {
      await call();
      throw new TypeError('connection reset');
    });
    opened.store.dispatch(stop);
    await opened.back();
    expect(await opened.self()).toMatchObject({ userName: 'subadmin' });
  });

  test('leads back when another tab was faster', async () => {
    const opened = await impersonating();
    opened.interfere(async (_url, call) => {
      await call();
      return call();
    });
    opened.store.dispatch(stop);
    await opened.back();
    expect(await opened.self()).toMatchObject({ userName: 'subadmin' });
  });

  test('can be tried again when the request never arrived', async () => {
    const opened = await impersonating();
    opened.interfere(() => Promise.reject(new TypeError('offline')));
    opened.store.dispatch(stop);
    await eventually('the alert', () => opened.alerts.size > 0);
    await eventually('the end of it', () => opened.calls.length === 2);
    expect(opened.navigations).toEqual([`anew at ${HOME}`]);
    opened.interfere(none);
    await eventually('the way back', () => {
      opened.store.dispatch(stop);
      return opened.navigations.includes(`anew at ${LIST}`);
    });
  });

  test('happens when the server ends it: the page is reloaded where it started, without a login', async () => {
    const opened = await impersonating();
    await expireImpersonation(site);
    // Stays pending: it waits for a new session until the page is left.
    void opened.self();
    await opened.back();
    expect(opened.navigations).toEqual([`anew at ${HOME}`, `anew at ${LIST}`]);
    expect(opened.historyStates.at(-1)).toEqual({ place });
  });

  test('by the server, while logging out fails, still leads back', async () => {
    const opened = await impersonating();
    const refused = Promise.withResolvers<undefined>();
    opened.interfere(async () => {
      await refused.promise;
      throw new TypeError('offline');
    });
    opened.store.dispatch(logOutRequested());
    opened.store.dispatch(sessionEnded({ operation: 'Users.Page', path: '/api/Users/Page' }));
    refused.resolve(undefined);
    await opened.back();
    expect(opened.navigations).not.toContain('login');
  });

  test('by logging out leads to the login page, whatever fails during or after it', async () => {
    const opened = await impersonating();
    expect(selectSelf(opened.store.getState())).toMatchObject({ impersonatedBy: { userName: 'subadmin' } });
    opened.store.dispatch(logOutRequested());
    opened.store.dispatch(sessionEnded({ operation: 'Users.Page', path: '/api/Users/Page' }));
    await eventually('the login page', () => opened.navigations.includes('login'));
    opened.store.dispatch(sessionEnded({ operation: 'Users.Page', path: '/api/Users/Page' }));
    const check = loginApi.endpoints.checkLogin.initiate(undefined, { subscribe: false, forceRefetch: true });
    expect((await opened.store.dispatch(check)).data).toMatchObject({ kind: 'anonymous' });
    expect(opened.navigations).toEqual([`anew at ${HOME}`, 'login']);
  });
});

describe('Changing from reading to acting', () => {
  const act = ({ person }: Page) =>
    actRequested({
      administrator: 'subadmin',
      userName: person.userName,
      user: 'Some One',
      reason: 'Ticket 4711',
      current: '/Support',
      ...origin,
    });

  test('ends the one and begins the other, and reloads the page that is shown', async () => {
    const opened = await impersonating();
    opened.store.dispatch(act(opened));
    (await opened.openQuestion())({ confirmed: true });
    await eventually('the page anew', () => opened.navigations.includes('anew at /Support'));
    expect(opened.historyStates.at(-1)).toEqual({ from: origin });
    expect(await opened.self()).toMatchObject({
      userName: opened.person.userName,
      impersonatedBy: { access: 'act', reason: 'Ticket 4711' },
    });
  });

  test('goes back to where it began when acting is refused meanwhile', async () => {
    const opened = await impersonating();
    opened.interfere(async (url, call) => {
      if (url.includes('access=act')) await disable(site, opened.person.userId);
      return call();
    });
    opened.store.dispatch(act(opened));
    (await opened.openQuestion())({ confirmed: true });
    await opened.back();
    expect(await opened.self()).toMatchObject({ userName: 'subadmin', impersonatedBy: null });
    expect(opened.alerts.size).toBe(1);
  });
});
