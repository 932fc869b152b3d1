/** The worked example on the real server and database: an administrator unlocks a user; and questions and undo of enabling and disabling. */
import { browserTransport } from '@api/client/browserTransport.ts';
import { sessionAbandoned } from '@api/client/sessionEvents.ts';
import type { Transport } from '@api/client/transport.ts';
import { questionAnswered, selectQuestion } from '@store/notices/questions.slice.ts';
import { selectAlert } from '@store/notices/alert.slice.ts';
import { selectNotices } from '@store/notices/notices.slice.ts';
import { registerModule } from '@store/modules.ts';
import { selectChangedUsers } from '@store/users/changedUsers.slice.ts';
import { enableRequested, unlockRequested } from '@store/users/acts.saga.ts';
import { usersModule } from '@store/users/users.module.ts';
import { eventually } from '../support/eventually.ts';
import { useServer } from '../support/useServer.ts';
import { visit } from '../support/visit.ts';
import { openStoreAs } from './storeWithServer.ts';
import type { StoreHarness } from './storeHarness.ts';

registerModule(usersModule);
const site = useServer();

beforeEach(async () => {
  await site.database.query("UPDATE users SET locked_until = now() + interval '1 hour' WHERE user_name = 'ordinary'");
});

const isLocked = async (): Promise<boolean> => {
  const [row] = await site.database.query<{ locked: boolean }>(
    "SELECT locked_until IS NOT NULL AS locked FROM users WHERE user_name = 'ordinary'",
  );
  return row?.locked === true;
};

const timesAudited = async (): Promise<number> => {
  const [row] = await site.database.query<{ times: number }>(
    "SELECT count(*)::int AS times FROM audit_events WHERE action = 'Users.Unlock' AND target = 'ordinary' AND actor = 'subadmin' AND outcome = 'success'",
  );
  return row?.times ?? 0;
};

function unlock({ store }: StoreHarness, userName: string): void {
  store.dispatch(unlockRequested({ userName }));
}

const rows = ({ store }: StoreHarness) => selectChangedUsers(store.getState() as never).map(({ user }) => user);

test('no question: call, updated row, notice without undo; unlocked and audited once however often it is clicked', async () => {
  const harness = await openStoreAs(site, 'subadmin');
  const before = await timesAudited();
  unlock(harness, 'ordinary');
  unlock(harness, 'ordinary');
  expect(selectQuestion(harness.store.getState())).toBeUndefined();
  await eventually('the notice', () => selectNotices(harness.store.getState()).length > 0);
  expect(selectNotices(harness.store.getState())).toMatchObject([
    { severity: 'success', message: { phrase: 'users:unlock.done', values: { userName: 'ordinary' } } },
  ]);
  expect(selectNotices(harness.store.getState())[0]).not.toHaveProperty('action');
  unlock(harness, 'ordinary');
  expect(rows(harness)).toMatchObject([{ userName: 'ordinary', lockedUntil: null, enabled: true }]);
  expect(await isLocked()).toBe(false);
  expect(await timesAudited()).toBe(before + 1);
});

test('the response is lost after the server did it: the row shows it, trying again repeats the call with its key, and it was done once', async () => {
  visit(site);
  const real = browserTransport();
  let lost = 0;
  const losingTransport: Transport = {
    ...real,
    fetch: async (url, init) => {
      const reply = await real.fetch(url, init);
      if (url.includes('/Unlock/') && (lost += 1) === 1) throw new TypeError('connection reset');
      return reply;
    },
  };
  const harness = await openStoreAs(site, 'subadmin', { transport: losingTransport });
  const before = await timesAudited();
  unlock(harness, 'ordinary');
  await eventually('the row', () => rows(harness).length > 0);
  expect(rows(harness)).toMatchObject([{ userName: 'ordinary', lockedUntil: null }]);
  expect(selectAlert(harness.store.getState())).toBeNull();
  const [notice] = selectNotices(harness.store.getState());
  expect(notice).toMatchObject({ message: { phrase: 'users:unanswered', values: { userName: 'ordinary' } } });
  harness.store.dispatch(notice!.action!.dispatch);
  await eventually('the notice', () => selectNotices(harness.store.getState()).length > 1);
  expect(selectNotices(harness.store.getState())[1]).toMatchObject({ message: { phrase: 'users:unlock.done' } });
  expect(await isLocked()).toBe(false);
  expect(await timesAudited()).toBe(before + 1);
});

test('a refusal shows the server’s message, and nothing changes', async () => {
  const harness = await openStoreAs(site, 'subadmin');
  unlock(harness, 'subadmin');
  await eventually('the alert', () => selectAlert(harness.store.getState()) !== null);
  expect(selectAlert(harness.store.getState())).toEqual({ text: expect.stringMatching(/own account/i) as string });
  expect(rows(harness)).toEqual([]);
  expect(selectNotices(harness.store.getState())).toEqual([]);
});

test('a question is closed with the session: nothing is done, and it can be asked again after the next login', async () => {
  const { store } = await openStoreAs(site, 'subadmin');
  const disable = enableRequested({ userName: 'ordinary', enabled: false });
  store.dispatch(disable);
  const id = selectQuestion(store.getState())?.id;
  expect(id).toBeDefined();
  store.dispatch(sessionAbandoned());
  expect(selectQuestion(store.getState())).toBeUndefined();
  store.dispatch(questionAnswered({ id: id ?? '', confirmed: true }));
  store.dispatch(disable);
  const next = selectQuestion(store.getState());
  expect(next && next.id !== id).toBe(true);
  store.dispatch(questionAnswered({ id: next?.id ?? '', confirmed: false }));
  expect(await site.database.row("SELECT enabled FROM users WHERE user_name = 'ordinary'")).toEqual({ enabled: true });
});

test('enabling asks nothing, and Undo disables again', async () => {
  await site.database.query("UPDATE users SET enabled = false WHERE user_name = 'ordinary'");
  const harness = await openStoreAs(site, 'subadmin');
  const { store } = harness;
  store.dispatch(enableRequested({ userName: 'ordinary', enabled: true }));
  const { message, action } = await eventually('the notice', () => selectNotices(store.getState())[0]);
  expect(message).toMatchObject({ phrase: 'users:enable.done' });
  store.dispatch(action?.dispatch ?? { type: 'nothing' });
  await eventually('the second notice', () => selectNotices(store.getState())[1]);
  expect(rows(harness)).toMatchObject([{ enabled: true }, { enabled: false }]);
  await site.database.query("UPDATE users SET enabled = true WHERE user_name = 'ordinary'");
});
