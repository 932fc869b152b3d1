/** Operations on many users as the page sees them, on the real server: who is left out, what it follows, and what it finds again. */
import { browserTransport } from '@api/client/browserTransport.ts';
import { operationsApi } from '@api/client/operations.api.ts';
import { recoveryApi } from '@api/client/recovery.api.ts';
import { seal } from '@api/client/secrets.ts';
import type { Transport } from '@api/client/transport.ts';
import { usersApi } from '@api/client/users.api.ts';
import { selectAlert } from '@store/notices/alert.slice.ts';
import { selectNotices } from '@store/notices/notices.slice.ts';
import { selectIsIdentityAsked } from '@store/session/confirmIdentity.slice.ts';
import { selectHasUnsavedChanges } from '@store/session/unsavedChanges.slice.ts';
import {
  bulkCancelled,
  bulkClosed,
  bulkConfirmed,
  bulkPaused,
  bulkRequested,
  bulkRetryRequested,
  bulkUndoRequested,
  operationFound,
} from '@store/users/bulk/bulk.slice.ts';
import { allSelected, idsSelected } from '@store/users/bulk/selection.slice.ts';
import { DEMO_PASSWORD, logInAs } from '../support/logInAs.ts';
import { eventually } from '../support/eventually.ts';
import { holdUsers } from '../support/holdUsers.ts';
import { useServer } from '../support/useServer.ts';
import { followedOperation } from './followedOperation.ts';
import { openStoreAs } from './storeWithServer.ts';
import type { HarnessOptions } from './storeHarness.ts';

const site = useServer({ env: { LIMIT_LOGINS_PER_ADDRESS: '10000' } });

interface Member {
  readonly userId: string;
  readonly userName: string;
}

/** Enabled members. */
const members = (count: number, from = 0): Promise<Member[]> =>
  site.database.query<{ userId: string; userName: string }>(
    `SELECT user_id AS "userId", user_name AS "userName" FROM users
      WHERE enabled AND registered AND locked_until IS NULL AND roles = '{Member}' AND mfa_enrolled_at IS NULL
        AND user_name <> 'ordinary'
      ORDER BY user_name COLLATE "C" OFFSET ${String(from)} LIMIT ${String(count)}`,
  );
const namesOf = (those: readonly Member[]) => those.map(({ userName }) => userName);

const disabled = async (those: readonly Member[]): Promise<number> =>
  (await site.database.query('SELECT 1 FROM users WHERE NOT enabled AND user_name = ANY ($1)', [namesOf(those)])).length;

async function open(those: readonly (Member | string)[], options: HarnessOptions = {}) {
  const harness = await openStoreAs(site, 'sysadmin', options);
  const followed = followedOperation(harness);
  await followed.select(those.map((member) => (typeof member === 'string' ? member : member.userName)));
  const notices = () => selectNotices(harness.store.getState()).map(({ message }) => message);
  return { ...harness, ...followed, notices };
}

afterEach(() => site.database.query("UPDATE users SET enabled = true WHERE user_name <> 'disabled_user'"));

test('the preview names who is left out and why, and nothing has happened yet', async () => {
  const those = await members(3);
  const { store, waitFor } = await open([...those, 'sysadmin', 'disabled_user', 'invited@example.com']);
  store.dispatch(bulkRequested('disable'));
  const { people, leftOut } = await waitFor('preview');
  expect(people.map(({ userName }) => userName)).toEqual(namesOf(those));
  expect(leftOut.map(({ user, why }) => [user?.userName, why])).toEqual([
    ['sysadmin', 'OwnAccount'],
    ['disabled_user', 'isDisabled'],
    ['invited@example.com', 'notRegistered'],
  ]);
  store.dispatch(bulkCancelled());
  await waitFor('idle');
  expect(await disabled(those)).toBe(0);
});

test('confirmed, the server does it, the page follows to the end, and leaving the page needs no question', async () => {
  const those = await members(12);
  const { store, start, waitForState, notices } = await open(those);
  const held = await holdUsers(site.database, those[5]!.userId);
  await start('disable');
  await held.awaited();
  await waitForState('running');
  expect(selectHasUnsavedChanges(store.getState())).toBe(false);
  await held.release();
  expect(await waitForState('done')).toMatchObject({ counts: { total: 12, done: 12, failed: 0, skipped: 0 } });
  expect(await disabled(those)).toBe(12);
  // The list shows the result.
  expect(notices()).toEqual([]);
});

test('away from the list, a notice tells the end', async () => {
  const those = await members(2);
  const { start, waitForState, notices } = await open(those, { path: '/Users/Audit' });
  const held = await holdUsers(site.database, those[0]!.userId);
  await start('disable');
  await waitForState('running');
  await held.release();
  await waitForState('done');
  expect(notices()).toEqual([{ phrase: 'users:bulk.finishedAway', values: { done: '2', failed: '0' } }]);
});

test('one failure does not stop the others; "Retry failed" retries just that one, and "Undo" reverts what was done', async () => {
  const those = await members(8, 20);
  const [unlucky] = those;
  const { store, start, waitForState, waitFor } = await open(those);
  await site.database.query(
    `CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'no'; END $$;
     CREATE TRIGGER refuse BEFORE UPDATE ON users FOR EACH ROW WHEN (OLD.user_name = '${unlucky!.userName}' AND NOT NEW.enabled) EXECUTE FUNCTION refuse()`,
  );
  try {
    await start('disable');
    const { operationId } = await waitForState('done');
    const targets = operationsApi.endpoints.fetchOperationTargets.initiate({ operationId, outcome: 'failed' });
    expect((await store.dispatch(targets).unwrap()).targets).toMatchObject([
      { user: { userName: unlucky!.userName }, problem: 'ServerError' },
    ]);
  } finally {
    await site.database.query('DROP TRIGGER refuse ON users; DROP FUNCTION refuse');
  }
  store.dispatch(bulkRetryRequested());
  expect(await waitForState('done', ({ operation }) => operation.counts.done === 8)).toMatchObject({ counts: { failed: 0 } });
  expect(await disabled(those)).toBe(8);
  store.dispatch(bulkUndoRequested());
  expect(await waitForState('done', ({ operation }) => operation.undoes !== null)).toMatchObject({
    kind: 'enable',
    counts: { done: 8 },
  });
  expect(await disabled(those)).toBe(0);
  store.dispatch(bulkClosed());
  await waitFor('idle');
});

test('it is paused, and goes on when it is resumed', async () => {
  const those = await members(12);
  const { store, start, waitForState } = await open(those);
  const held = await holdUsers(site.database, those[0]!.userId);
  await start('disable');
  await held.awaited();
  store.dispatch(bulkPaused(true));
  const { counts } = await waitForState('paused');
  await held.release();
  expect(counts.done).toBeLessThan(12);
  store.dispatch(bulkPaused(false));
  expect(await waitForState('done')).toMatchObject({ counts: { done: 12 } });
});

test('paused and then cancelled, the rest is skipped and untouched', async () => {
  const those = await members(30);
  const { store, start, waitForState } = await open(those);
  // As many as the server does at once, and more.
  const held = await holdUsers(site.database, ...those.slice(0, 8).map(({ userId }) => userId));
  await start('disable');
  await held.awaited();
  store.dispatch(bulkPaused(true));
  await waitForState('paused');
  store.dispatch(bulkCancelled());
  await held.release();
  const { operationId } = await waitForState('cancelled');
  const client = await logInAs(site, 'sysadmin');
  const { counts } = await eventually('the end of those who were under way', async () => {
    const operation = await client.ok('Operations.Get', { operationId });
    return operation.counts.done + operation.counts.skipped === 30 && operation;
  });
  expect(counts.skipped).toBeGreaterThan(0);
  expect(await disabled(those)).toBe(counts.done);
});

test('while no answer comes it says so, and follows again once one does', async () => {
  const those = await members(2);
  const real = browserTransport();
  let isLost = false;
  const transport: Transport = {
    ...real,
    wait: () => Promise.resolve(),
    fetch: (url, init) =>
      isLost && url.includes('/Operations/') ? Promise.reject(new TypeError('offline')) : real.fetch(url, init),
  };
  const { start, bulk, waitForState, store } = await open(those, { transport });
  const held = await holdUsers(site.database, those[0]!.userId);
  await start('disable');
  await waitForState('running');
  isLost = true;
  await waitForState('running', (followed) => followed.isLost);
  expect(selectAlert(store.getState())).toBeNull();
  isLost = false;
  await waitForState('running', (followed) => !followed.isLost);
  await held.release();
  await waitForState('done');
  expect(bulk()).toMatchObject({ isLost: false });
});

test('an answer to the start that is lost leaves the preview, and confirming again starts it once', async () => {
  const those = await members(3);
  const real = browserTransport();
  let lost = 0;
  const transport: Transport = {
    ...real,
    fetch: async (url, init) => {
      const reply = await real.fetch(url, init);
      if (init.method === 'POST' && url.endsWith('/Operations') && (lost += 1) === 1) throw new TypeError('connection reset');
      return reply;
    },
  };
  const { store, start, waitFor, waitForState, notices } = await open(those, { transport });
  await start('disable');
  await eventually('the notice', () => notices().length > 0);
  expect(notices()).toEqual([{ phrase: 'common:error.network' }]);
  expect(await waitFor('preview')).toMatchObject({ confirmed: false });
  store.dispatch(bulkConfirmed());
  const { operationId } = await waitForState('done');
  const listed = await store
    .dispatch(operationsApi.endpoints.fetchOperations.initiate(undefined, { forceRefetch: true }))
    .unwrap();
  expect(listed.filter(({ counts }) => counts.total === 3).map((operation) => operation.operationId)).toContain(operationId);
  const starts = await site.database.query(
    `SELECT FROM audit_events WHERE action = 'Operations.Start' AND details ->> 'operation' = $1`,
    [operationId],
  );
  expect([lost, starts.length]).toEqual([2, 1]);
});

test('what runs on the server is found again by another page, which can end it', async () => {
  const those = await members(20);
  const client = await logInAs(site, 'sysadmin');
  const held = await holdUsers(site.database, those[0]!.userId);
  const userIds = those.map(({ userId }) => userId);
  const operation = await client.ok('Operations.Start', { body: { kind: 'disable', userIds } });
  await held.awaited();
  const { store, waitForState } = await open([]);
  store.dispatch(operationFound(operation));
  await waitForState('running');
  store.dispatch(bulkCancelled());
  await held.release();
  await waitForState('cancelled');
  expect(await client.ok('Operations.Get', { operationId: operation.operationId })).toMatchObject({ state: 'cancelled' });
});

test('starting a second one while the page follows one does nothing', async () => {
  const those = await members(2);
  const { store, start, waitForState } = await open(those);
  await start('disable');
  store.dispatch(bulkRequested('enable'));
  expect(await waitForState('done')).toMatchObject({ kind: 'disable' });
});

test('step-up is asked for once, at the start', async () => {
  await site.database.query(
    `UPDATE users SET mfa_enrolled_at = now(), mfa_secret = (SELECT mfa_secret FROM users WHERE user_name = 'mfa_user')
      WHERE user_name = ANY ($1)`,
    [namesOf(await members(2, 40))],
  );
  const those = await site.database.query<{ userId: string; userName: string }>(
    `SELECT user_id AS "userId", user_name AS "userName" FROM users
      WHERE mfa_enrolled_at IS NOT NULL AND roles = '{Member}' AND user_name <> 'mfa_user' LIMIT 2`,
  );
  const { store, start, waitForState } = await open(those);
  await site.database.query("UPDATE sessions SET authenticated_at = now() - interval '2 hours'");
  await start('resetMfa');
  await eventually('the dialog', () => selectIsIdentityAsked(store.getState()));
  await store.dispatch(recoveryApi.endpoints.confirmIdentity.initiate(seal({ body: { password: DEMO_PASSWORD } })));
  expect(await waitForState('done')).toMatchObject({ counts: { done: 2 } });
});

describe('selected users whose rows were never loaded', () => {
  test('are fetched by the list’s query; deleted ones are left out', async () => {
    const { store, waitFor } = await open([]);
    const list = { filter: 'all', search: '' } as const;
    const { data } = await store.dispatch(usersApi.endpoints.fetchUsersPage.initiate({ ...list, idsOnly: true }));
    const ids = data?.userIds ?? [];
    const deletedId = '00000000-0000-4000-8000-000000000000';
    store.dispatch(allSelected({ ids: [...ids, deletedId], list }));
    store.dispatch(bulkRequested('unlock'));
    const { people: those, leftOut } = await waitFor('preview');
    expect(those.length + leftOut.length).toBe(ids.length + 1);
    expect(those.every(({ lockedUntil }) => lockedUntil !== null)).toBe(true);
    expect(leftOut).toContainEqual({ userId: deletedId, why: 'gone' });
  });

  test('are found though they no longer match the list they were selected in', async () => {
    const those = await members(8, 110);
    const { store, waitFor } = await open([]);
    const origin = { list: { filter: 'locked' }, offset: 0 } as const;
    store.dispatch(idsSelected({ ids: those.map(({ userId }) => userId), origin }));
    store.dispatch(bulkRequested('disable'));
    const { people } = await waitFor('preview');
    expect(people.map(({ userName }) => userName).sort()).toEqual(namesOf(those));
  });
});
