/**
 * Operations on many users as the page sees them, on the real server: the users left out, following an operation, and finding it
 * again.
 */
import { browserTransport } from '@api/client/browserTransport.ts';
import { operationsApi } from '@api/client/bulk.api.ts';
import { recoveryApi } from '@api/client/recovery.api.ts';
import { seal } from '@api/client/secrets.ts';
import type { Transport } from '@api/client/transport.ts';
import { selectIsIdentityAsked } from '@store/session/confirmIdentity.slice.ts';
import { selectHasUnsavedChanges } from '@store/session/unsavedChanges.slice.ts';
import {
  bulkCancelled,
  bulkClosed,
  bulkConfirmed,
  bulkRequested,
  bulkRetryRequested,
  bulkUndoRequested,
  resultOpened,
} from '@store/users/bulk/bulk.slice.ts';
import { selectionCleared } from '@store/users/bulk/selection.slice.ts';
import { DEMO_PASSWORD } from '../support/logInAs.ts';
import { eventually } from '../support/eventually.ts';
import { holdUsers } from '../support/holdUsers.ts';
import { useServer } from '../support/useServer.ts';
import { bulkOn } from './bulkOn.ts';
import { auditEvents } from '../support/auditEvents.ts';
import { giveAuthenticator } from '../support/changeUser.ts';
import { authenticatedAgo } from '../support/sessions.ts';

const site = useServer({ env: { LIMIT_LOGINS_PER_ADDRESS: '10000' } });
const { namesOf, members, disabled, open, enableAll } = bulkOn(site);

afterEach(enableAll);

test('the preview names the users left out, with the reason, and nothing has happened yet', async () => {
  const those = await members(3);
  const { store, waitFor } = await open([...those, 'sysadmin', 'disabled_user', 'invited@example.com']);
  store.dispatch(bulkRequested({ kind: 'disable' }));
  const { people, leftOut } = await waitFor('preview');
  expect(people.map(({ userName }) => userName)).toEqual(namesOf(those));
  expect(leftOut.map(({ user, why }) => [user?.userName, why])).toEqual([
    ['sysadmin', 'OwnAccount'],
    ['disabled_user', 'disabled'],
    ['invited@example.com', 'unregistered'],
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
  expect(notices()).toEqual([{ phrase: 'actions:disable.many.done', values: { count: 12, total: 12, done: 12, failed: 0 } }]);
});

test('the result of one stands in the way of no other: the next begins at once, and either result opens again', async () => {
  const [these, those] = [await members(4, 30), await members(3, 34)];
  const { store, bulk, start, select, waitForState, waitFor } = await open(these);
  await start('disable');
  const first = await waitForState('done');
  store.dispatch(selectionCleared());
  await select(namesOf(those));
  await start('disable');
  const second = await waitForState('done', ({ operation }) => operation.operationId !== first.operationId);
  expect([await disabled(these), await disabled(those)]).toEqual([4, 3]);
  expect(bulk()).toMatchObject({ kind: 'followed', isResultOpen: false });
  store.dispatch(resultOpened(first));
  await eventually('the first result', () => {
    const now = bulk();
    return now.kind === 'followed' && now.isResultOpen && now.operation.operationId === first.operationId;
  });
  store.dispatch(bulkUndoRequested());
  await waitForState('done', ({ operation }) => operation.undoes === first.operationId);
  store.dispatch(resultOpened(second));
  await eventually('the second result', () => {
    const now = bulk();
    return now.kind === 'followed' && now.isResultOpen && now.operation.operationId === second.operationId;
  });
  store.dispatch(bulkClosed());
  await waitFor('idle');
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
  const { store, bulk, start, waitForState, notices } = await open(those, { transport });
  await start('disable');
  await eventually('the preview with its problem', () => 'problem' in bulk() && !!(bulk() as { problem?: object }).problem);
  expect(bulk()).toMatchObject({ kind: 'preview', confirmed: false, problem: { kind: 'network' } });
  expect(notices()).toEqual([]);
  store.dispatch(bulkConfirmed());
  const { operationId } = await waitForState('done');
  const listed = await store
    .dispatch(operationsApi.endpoints.fetchOperations.initiate(undefined, { forceRefetch: true }))
    .unwrap();
  expect(listed.filter(({ counts }) => counts.total === 3).map((operation) => operation.operationId)).toContain(operationId);
  const starts = await auditEvents(site, { action: 'Operations.Start', details: { operation: operationId } });
  expect([lost, starts.length]).toEqual([2, 1]);
});

test('step-up is asked for once, at the start', async () => {
  await giveAuthenticator(site, namesOf(await members(2, 40)));
  const those = await site.database.query<{ userId: string; userName: string }>(
    `SELECT user_id AS "userId", user_name AS "userName" FROM users
      WHERE mfa_enrolled_at IS NOT NULL AND roles = '{Member}' AND user_name <> 'mfa_user' LIMIT 2`,
  );
  const { store, start, waitForState } = await open(those);
  await authenticatedAgo(site, '2 hours');
  await start('resetMfa');
  await eventually('the dialog', () => selectIsIdentityAsked(store.getState()));
  await store.dispatch(recoveryApi.endpoints.confirmIdentity.initiate(seal({ body: { password: DEMO_PASSWORD } })));
  expect(await waitForState('done')).toMatchObject({ counts: { done: 2 } });
});
