/** Bulk jobs where two pairs of eyes are required: asked with a reason, then carried out from the approved request. */
import { usersApi } from '@api/client/users.api.ts';
import { selectNotices } from '@store/notices/notices.slice.ts';
import { questionAnswered, selectQuestion } from '@store/notices/questions.slice.ts';
import {
  approvedBulkRequested,
  bulkClosed,
  bulkConfirmed,
  bulkRetryRequested,
  bulkUndoRequested,
} from '@store/users/bulk/bulk.slice.ts';
import { eventually } from '../support/eventually.ts';
import { logInAs } from '../support/logInAs.ts';
import { useServer } from '../support/useServer.ts';
import { bulkJobOf } from './bulkJob.ts';
import { openStoreAs } from './storeWithServer.ts';

const ALONE = 2;
const site = useServer({ env: { FOUR_EYES: 'on', FOUR_EYES_BULK: String(ALONE) } });

afterEach(async () => {
  await site.database.query(`DELETE FROM four_eyes_acts`);
  await site.database.query(`DELETE FROM operations`);
  await site.database.query(`UPDATE users SET enabled = true WHERE user_name <> 'disabled_user'`);
});

async function memberNames(count: number): Promise<string[]> {
  const rows = await site.database.query<{ user_name: string }>(
    `SELECT user_name FROM users WHERE enabled AND registered AND locked_until IS NULL AND roles = '{Member}'
        AND user_name <> 'ordinary' ORDER BY user_name COLLATE "C" LIMIT $1`,
    [count],
  );
  return rows.map((row) => row.user_name);
}

const countDisabled = async (names: readonly string[]): Promise<number> =>
  (await site.database.query('SELECT FROM users WHERE NOT enabled AND user_name = ANY ($1)', [names])).length;

async function open(names: readonly string[]) {
  const harness = await openStoreAs(site, 'sysadmin');
  const { store } = harness;
  const job = bulkJobOf(harness);
  job.select(
    await Promise.all(names.map((userName) => store.dispatch(usersApi.endpoints.fetchUser.initiate({ userName })).unwrap())),
  );
  const answer = async (given: { readonly confirmed: boolean; readonly reason?: string }) => {
    const { id } = await eventually('a question', () => selectQuestion(store.getState()) ?? undefined);
    store.dispatch(questionAnswered({ id, ...given }));
  };
  return { ...harness, ...job, answer };
}

test('few enough people are changed without another administrator', async () => {
  const names = await memberNames(ALONE);
  const { start, waitFor } = await open(names);
  await start('disable');
  await waitFor('finished');
  expect(await countDisabled(names)).toBe(ALONE);
});

test('for more, who asks says why and waits; once approved it is carried out once, and can be undone', async () => {
  const names = await memberNames(ALONE + 3);
  const { store, start, answer, waitFor, counts } = await open(names);
  await start('disable');
  await answer({ confirmed: true, reason: 'Left the company' });
  await waitFor('idle');
  const [asked] = selectNotices(store.getState()).map(({ message }) => message);
  expect(asked).toMatchObject({ phrase: 'users:bulk.asked', values: { count: names.length } });
  expect(await countDisabled(names)).toBe(0);

  const approver = await logInAs(site, 'system_only');
  const [request] = await approver.ok('Approvals.List');
  const { requestId } = request!;
  expect(request).toMatchObject({ reason: 'Left the company', people: { count: names.length } });
  await approver.ok('Approvals.Approve', { requestId });

  store.dispatch(approvedBulkRequested({ requestId, action: 'disable', total: names.length }));
  const { people } = await waitFor('preview');
  expect(people.map(({ userName }) => userName).sort()).toEqual(names);
  store.dispatch(bulkConfirmed());
  await waitFor('finished');
  expect(counts()).toMatchObject({ done: names.length, failed: 0 });
  expect(await countDisabled(names)).toBe(names.length);

  store.dispatch(bulkUndoRequested());
  await waitFor('finished', ({ isUndo }) => isUndo);
  expect(await countDisabled(names)).toBe(0);
  store.dispatch(bulkClosed());
  await waitFor('idle');
  // Each of them was covered once.
  await start('disable');
  await answer({ confirmed: false });
  await waitFor('idle');
  expect(await countDisabled(names)).toBe(0);
});

test('whom the server refuses meanwhile is asked for on retry; declined, the result stays', async () => {
  const names = await memberNames(ALONE);
  const { store, start, answer, waitFor, counts } = await open(names);
  // The server allows it, and the last of the people meets the limit.
  await site.database.query(
    `CREATE FUNCTION fill() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
       INSERT INTO four_eyes_acts SELECT NEW.actor_id, gen_random_uuid(), now() FROM generate_series(1, ${String(ALONE)});
       RETURN NEW; END $$;
     CREATE TRIGGER fill AFTER INSERT ON four_eyes_acts FOR EACH ROW WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION fill()`,
  );
  try {
    await start('disable');
    await answer({ confirmed: false });
    await waitFor('finished');
    expect(counts()).toMatchObject({ done: 1, failed: 1 });
  } finally {
    await site.database.query('DROP TRIGGER fill ON four_eyes_acts; DROP FUNCTION fill');
  }
  store.dispatch(bulkRetryRequested());
  await answer({ confirmed: false });
  expect(counts()).toMatchObject({ done: 1, failed: 1 });
  store.dispatch(bulkClosed());
  await waitFor('idle');
});
