/** Makes the directory equal to a list, all or nothing. A dry run goes the same way and stops before the first change. */
import type { Readable } from 'node:stream';
import type { Context } from '../context.ts';
import { transaction, type Transaction } from '../db/database.ts';
import { cancelOnAbort } from '../db/cancelOnAbort.ts';
import { withUnique } from '../http/uniqueViolation.ts';
import type { CallOf } from '../http/call.ts';
import { clientDisconnectSignal } from '../http/clientDisconnectSignal.ts';
import { problem } from '../http/problem.ts';
import { applyChanges, type CloseAccess } from './sync.apply.ts';
import { beginSync, findFaults, findPeople, loadRows, planChanges, plannedChanges } from './sync.plan.ts';
import { answerStream, sayAll, sayRuleFault, sayStoreFault, type Answer, type RowError } from './sync.presenter.ts';
import { readList, type DirectoryList } from './sync.reading.ts';

type SyncCall = CallOf<'Users.Sync'>;

const RETRY_AFTER_SECONDS = 5;
const NOTHING: Answer['counts'] = { created: 0, updated: 0, disabled: 0, unchanged: 0 };

/** While any row is faulty nothing changes, and the answer says no more than what is wrong. @throws Busy while another list is being worked on */
export async function sync(context: Context, call: SyncCall, closeAccess: CloseAccess): Promise<Readable> {
  const gone = clientDisconnectSignal(call.reply);
  const list = await readList(call.request.body as Uint8Array);
  // What was asked for is done, whoever hears of it; what would only have been foretold to somebody is not.
  const unwanted = list.head.dryRun ? gone : undefined;
  // Somebody may take a name while the list is being judged; asked again, the answer tells the row.
  const conflict = () => problem('Conflict');
  const answer = await withUnique({ users_user_name: conflict, users_email: conflict, users_external: conflict }, () =>
    transaction(context.db, (tx) =>
      cancelOnAbort(context.pool, tx, unwanted, (check) => run(context, tx, call, list, closeAccess, check)),
    ),
  );
  void call.reply.type('application/json; charset=utf-8');
  return answerStream(answer);
}

async function run(
  { phrases }: Context,
  tx: Transaction,
  { person, origin, now, locale }: SyncCall,
  { head, count, parts }: DirectoryList,
  closeAccess: CloseAccess,
  check: () => void,
): Promise<Answer> {
  if (!(await beginSync(tx))) throw problem('Busy', { retryAfterSeconds: RETRY_AFTER_SECONDS });
  const errors: RowError[] = [];
  for (const { rows, faults } of parts) {
    check();
    await loadRows(tx, rows);
    errors.push(...(await sayAll(faults, sayRuleFault(phrases, locale))));
  }
  check();
  await findPeople(tx, head);
  for await (const faults of await findFaults(tx, person)) {
    check();
    errors.push(...(await sayAll(faults, sayStoreFault(phrases, locale))));
  }
  if (errors.length > 0) return { counts: NOTHING, changes: [], errors: errors.sort((one, other) => one.row - other.row) };

  const { changedRows, ...planned } = await planChanges(tx, person, head);
  const counts = { ...planned, unchanged: count - changedRows };
  const changes: string[] = [];
  for await (const batch of plannedChanges(tx)) {
    check();
    changes.push(batch.map(({ change }) => change).join(','));
  }
  if (!head.dryRun) await applyChanges(tx, { head, counts, by: person.userName, origin, now }, closeAccess);
  return { counts, changes, errors };
}
