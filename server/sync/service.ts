/** Makes the users equal to a list, all or nothing. A dry run does the same and stops before the first change. */
import type { Readable } from 'node:stream';
import type { Context } from '../context.ts';
import { transaction, type Transaction } from '../db/database.ts';
import { cancelOnAbort } from '../db/cancelOnAbort.ts';
import { withUnique } from '../http/uniqueViolation.ts';
import type { CallOf } from '../http/call.ts';
import { clientDisconnectSignal } from '../http/clientDisconnectSignal.ts';
import { problem } from '../http/problem.ts';
import { queueMail } from '../mail/queue.ts';
import { createFirstPasswordLink } from '../password/passwordLink.ts';
import { administrator } from '../accounts/author.ts';
import { applyChanges, type MailLink } from './apply.ts';
import { judgeChanges } from './judge.ts';
import { beginSync, findFaults, matchUsers, loadRows, planChanges, plannedChanges } from './plan.ts';
import { replyStream, toErrors, ruleError, databaseError, verdictError, type SyncReply, type RowError } from './presenter.ts';
import { readList, type DirectoryList } from './reading.ts';

type SyncCall = CallOf<'Users.Sync'>;

const RETRY_AFTER_SECONDS = 5;
const NOTHING: SyncReply['counts'] = { created: 0, updated: 0, disabled: 0, unchanged: 0 };

/**
 * Changes nothing if any row is faulty; the reply then lists only the errors.
 * @throws Busy while another list is being processed
 */
export async function sync(context: Context, call: SyncCall): Promise<Readable> {
  const disconnected = clientDisconnectSignal(call.reply);
  const list = await readList(call.request.body as Uint8Array);
  // A list must not name a source like that of an organisation's directory, whose users it would manage.
  if (/^scim(?::|$)/i.test(list.head.source)) throw problem('Invalid', { fields: { source: { expected: 'value' } } });
  // A client's disconnect cancels a dry run only; a real run is completed.
  const cancelSignal = list.head.dryRun ? disconnected : undefined;
  // A name may be taken while the list is being checked; on a retry the reply names the row.
  const conflict = () => problem('Conflict');
  const answer = await withUnique({ users_user_name: conflict, users_email: conflict, users_external: conflict }, () =>
    transaction(context.db, (tx) =>
      cancelOnAbort(context.pool, tx, cancelSignal, (check) => run(context, tx, call, list, check)),
    ),
  );
  void call.reply.type('application/json; charset=utf-8');
  return replyStream(answer);
}

async function run(
  context: Context,
  tx: Transaction,
  call: SyncCall,
  { head, count, parts }: DirectoryList,
  check: () => void,
): Promise<SyncReply> {
  const { phrases, config } = context;
  const { person, session, origin, now, locale } = call;
  const mailLink: MailLink = async (inTx, { userId, userName, email }, at) => {
    const link = await createFirstPasswordLink(context, inTx, userId, at);
    await queueMail(inTx, { email }, 'setPassword', { ...link, userName }, at);
  };
  if (!(await beginSync(tx))) throw problem('Busy', { retryAfterSeconds: RETRY_AFTER_SECONDS });
  const errors: RowError[] = [];
  for (const { rows, faults } of parts) {
    check();
    await loadRows(tx, rows);
    errors.push(...(await toErrors(faults, ruleError(phrases, locale))));
  }
  check();
  await matchUsers(tx, head);
  for await (const faults of await findFaults(tx, person)) {
    check();
    errors.push(...(await toErrors(faults, databaseError(phrases, locale))));
  }
  if (errors.length > 0) return { counts: NOTHING, changes: [], errors: errors.sort((one, other) => one.row - other.row) };

  const { changedRows, ...planned } = await planChanges(tx, person, head);
  const counts = { ...planned, unchanged: count - changedRows };
  const verdicts = await judgeChanges(config, tx, { person, session, now });
  if (verdicts.length > 0)
    return { counts: NOTHING, changes: [], errors: await toErrors(verdicts, verdictError(phrases, locale)) };
  const changes: string[] = [];
  for await (const batch of plannedChanges(tx)) {
    check();
    changes.push(batch.map(({ change }) => change).join(','));
  }
  if (!head.dryRun) await applyChanges(tx, { head, counts, by: person, author: administrator(call), origin, now }, mailLink);
  return { counts, changes, errors };
}
