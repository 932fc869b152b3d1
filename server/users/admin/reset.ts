/**
 * Resets a user's password, MFA or passkeys without a gap: after a password reset, login works only with the password set by the mailed
 * link; after an MFA reset, the user must enrol again at the next login.
 */
import type { Context } from '../../context.ts';
import type { Transaction } from '../../db/database.ts';
import type { ActionRow } from '../../actions/action.ts';
import { userActed, type Act, type ApprovedCall } from '../../approvals/acts.ts';
import { endCredentials } from '../../accounts/account.ts';
import { administrator } from '../../accounts/author.ts';
import { requireMfaAnew } from '../../accounts/credentials.ts';
import type { CallOf } from '../../http/call.ts';
import { problem } from '../../http/problem.ts';
import { queueMail } from '../../mail/queue.ts';
import { createPasswordLink } from '../../password/passwordLink.ts';

export type ResetType = CallOf<'Users.ResetAuthentication'>['query']['type'];

/**
 * The act of a reset. The link to a new password goes to the user's own address, so resetting only the password of a subscriber
 * administrator counts like that of an ordinary user.
 */
export function resetActed(user: Parameters<typeof userActed>[0], type: string | undefined): Omit<Act, 'detail'> {
  const { target, concerned } = userActed(user);
  const isOrdinary = type === 'Password' && concerned?.systemAdministrator !== true;
  return {
    target,
    effects: ['takesOverAccount'],
    systemOnly: concerned?.administrator === true,
    ...(!isOrdinary && concerned && { concerned }),
  };
}

const ENDING = { Password: 'resetOfPassword', Mfa: 'resetOfMfa', Passkeys: 'resetOfPasskeys', All: 'resetOfAll' } as const;

/** @returns details for the audit */
export async function resetNow(
  context: Context,
  tx: Transaction,
  call: ApprovedCall,
  user: ActionRow,
  type: ResetType,
): Promise<Record<string, unknown>> {
  if (user.registered_at === null) throw problem('Conflict');
  const { now } = call;
  const resets = (credential: ResetType) => type === credential || type === 'All';
  const ended = await endCredentials(tx, administrator(call), ENDING[type], user);
  if (resets('Mfa') && user.mfa_enrolled_at !== null) await requireMfaAnew(tx, user.user_id);
  if (resets('Password')) {
    const link = await createPasswordLink(context, tx, user.user_id, now);
    await queueMail(tx, user, 'setPassword', { ...link, userName: user.user_name ?? user.email }, now);
  }
  return { type, apiKeysEnded: ended.apiKeys ?? 0, ...(resets('Passkeys') ? { passkeysDeleted: ended.passkeys ?? 0 } : {}) };
}
