/** Operations on many users where two pairs of eyes are required: requested with a reason, then carried out by the server. */
import { selectNotices } from '@store/notices/notices.slice.ts';
import { questionAnswered, selectQuestion } from '@store/notices/questions.slice.ts';
import { bulkClosed, bulkUndoRequested } from '@store/users/bulk/bulk.slice.ts';
import { eventually } from '../support/eventually.ts';
import { logInAs } from '../support/logInAs.ts';
import { useServer } from '../support/useServer.ts';
import { followedOperation } from './followedOperation.ts';
import { openStoreAs } from './storeWithServer.ts';
import { disabledOf } from '../support/userFacts.ts';

const ALONE = 2;
const site = useServer({ env: { FOUR_EYES: 'on', FOUR_EYES_BULK: String(ALONE) } });

afterEach(async () => {
  for (const table of ['four_eyes_acts', 'operations']) await site.database.query(`DELETE FROM ${table}`);
  await site.database.query(`UPDATE users SET enabled = true WHERE user_name <> 'disabled_user'`);
});

const memberNames = async (count: number): Promise<string[]> =>
  (
    await site.database.query<{ user_name: string }>(
      `SELECT user_name FROM users WHERE enabled AND registered AND locked_until IS NULL AND roles = '{Member}'
        AND user_name <> 'ordinary' ORDER BY user_name COLLATE "C" LIMIT $1`,
      [count],
    )
  ).map((row) => row.user_name);

const countDisabled = async (names: readonly string[]): Promise<number> => await disabledOf(site, names);

async function open(names: readonly string[]) {
  const harness = await openStoreAs(site, 'sysadmin');
  const { store } = harness;
  const followed = followedOperation(harness);
  await followed.select(names);
  const answer = async (given: { readonly confirmed: boolean; readonly reason?: string }) => {
    const { id } = await eventually('a question', () => selectQuestion(store.getState()) ?? undefined);
    store.dispatch(questionAnswered({ id, ...given }));
  };
  return { ...harness, ...followed, answer };
}

test('few users are changed without another administrator, and undoing that needs none either', async () => {
  const names = await memberNames(ALONE);
  const { store, start, waitForState, waitFor } = await open(names);
  await start('disable');
  await waitForState('done');
  expect(await countDisabled(names)).toBe(ALONE);
  store.dispatch(bulkUndoRequested());
  await waitForState('done', ({ operation }) => operation.undoes !== null);
  expect(await countDisabled(names)).toBe(0);
  store.dispatch(bulkClosed());
  await waitFor('idle');
});

test('for more users the requester gives a reason, and the server carries it out once it is approved', async () => {
  const names = await memberNames(ALONE + 3);
  const { store, start, answer, waitFor } = await open(names);
  await start('disable');
  await answer({ confirmed: true, reason: 'Left the company' });
  await waitFor('idle');
  const [asked] = selectNotices(store.getState()).map(({ message }) => message);
  expect(asked).toMatchObject({ phrase: 'bulk:asked', values: { count: names.length } });
  expect(await countDisabled(names)).toBe(0);

  const approver = await logInAs(site, 'system_only');
  const [request] = await approver.ok('Approvals.List');
  expect(request).toMatchObject({ reason: 'Left the company', people: { count: names.length } });
  await approver.ok('Approvals.Approve', { requestId: request!.requestId });
  await eventually('the end', async () => (await countDisabled(names)) === names.length);
});

test('declined, nothing is asked for', async () => {
  const names = await memberNames(ALONE + 1);
  const { start, answer, waitFor } = await open(names);
  await start('disable');
  await answer({ confirmed: false });
  await waitFor('idle');
  expect(await (await logInAs(site, 'system_only')).ok('Approvals.List')).toEqual([]);
});
