/** Limits how often a day an administrator may mail invitations again, even if the former ones were deleted. */
import { DAY } from '../clock.ts';
import type { Context } from '../context.ts';
import type { Transaction } from '../db/database.ts';
import type { CallOf } from '../http/call.ts';
import { countHits, limitOf, throttle } from '../http/throttle.ts';
import { wasMailed, type InviteRow } from './repository.ts';

/**
 * Counts only invitations that are mailed again: a list of any length may be invited. An address that this administrator mailed to
 * within a day is mailed again even if that invitation was deleted.
 * @throws TooManyRequests
 */
export async function limitResends(
  { config, secret }: Pick<Context, 'config' | 'secret'>,
  tx: Transaction,
  { person, now }: Pick<CallOf<'Invite.Resend'>, 'person' | 'now'>,
  invite: Pick<InviteRow, 'user_id' | 'email'>,
): Promise<void> {
  // The key is signed, as the address itself would outlive an erased account.
  const address = secret.sign('invited address', invite.email.toLowerCase());
  const { hits } = await countHits(tx, `invited:${person.userId}:${address}`, DAY, now, 1);
  if (hits === 1 && !(await wasMailed(tx, invite.user_id))) return;
  await throttle(tx, limitOf(config, 'LIMIT_RESENDS_PER_DAY', person.userId), now);
}
