/**
 * Operations on many users: paused, cancelled, without an answer, found again by another page, and with rows that were never
 * loaded.
 */
import { browserTransport } from '@api/client/browserTransport.ts';
import type { Transport } from '@api/client/transport.ts';
import { usersApi } from '@api/client/users.api.ts';
import { selectAlert } from '@store/notices/alert.slice.ts';
import { bulkCancelled, bulkPaused, bulkRequested, operationFound } from '@store/users/bulk/bulk.slice.ts';
import { allSelected, idsSelected } from '@store/users/bulk/selection.slice.ts';
import { logInAs } from '../support/logInAs.ts';
import { eventually } from '../support/eventually.ts';
import { holdUsers } from '../support/holdUsers.ts';
import { useServer } from '../support/useServer.ts';
import { bulkOn } from './bulkOn.ts';

const site = useServer({ env: { LIMIT_LOGINS_PER_ADDRESS: '10000' } });
const { namesOf, members, disabled, open, enableAll } = bulkOn(site);

afterEach(enableAll);

test('away from the list, a notice reports the end', async () => {
  const those = await members(2);
  const { start, waitForState, notices } = await open(those, { path: '/Users/Audit' });
  const held = await holdUsers(site.database, those[0]!.userId);
  await start('disable');
  await waitForState('running');
  await held.release();
  await waitForState('done');
  expect(notices()).toEqual([{ phrase: 'bulk:finishedAway', values: { count: 2, total: 2, done: 2, failed: 0 } }]);
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
  // Holds as many users as the server changes at once, and more.
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

test('an operation that runs on the server is found again by another page, which can end it', async () => {
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
  store.dispatch(bulkRequested({ kind: 'enable' }));
  expect(await waitForState('done')).toMatchObject({ kind: 'disable' });
});

describe('selected users whose rows were never loaded', () => {
  test('are fetched by the list’s query; deleted ones are left out', async () => {
    const { store, waitFor } = await open([]);
    const list = { filter: 'all', search: '' } as const;
    const { data } = await store.dispatch(usersApi.endpoints.fetchUsersPage.initiate({ ...list, idsOnly: true }));
    const ids = data?.userIds ?? [];
    const deletedId = '00000000-0000-4000-8000-000000000000';
    store.dispatch(allSelected({ ids: [...ids, deletedId], list }));
    store.dispatch(bulkRequested({ kind: 'unlock' }));
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
    store.dispatch(bulkRequested({ kind: 'disable' }));
    const { people } = await waitFor('preview');
    expect(people.map(({ userName }) => userName).sort()).toEqual(namesOf(those));
  });
});
