/**
 * Resets a user's password, MFA or passkeys without a gap: after a password reset, login works only with the password set by the mailed
 * link; after an MFA reset, the user must enrol again at the next login.
 */
import type { Context } from '../../context.ts';
import type { Transaction } from '../../db/database.ts';
import { userActed, type Act } from '../../approvals/acts.ts';
import { approveOrRequest } from '../../approvals/request.ts';
import { voidEmailChanges } from '../../session/emailChange.ts';
import { endSessionsOf } from '../../session/sessions.end.ts';
import type { CallOf } from '../../http/call.ts';
import { problem } from '../../http/problem.ts';
import { queueMail } from '../../mail/queue.ts';
import { retirePassword } from '../../password/passwordChange.ts';
import { createPasswordLink } from '../../password/passwordLink.ts';
import type { DetailRow } from '../read/rows.ts';
import type { AwaitingApproval } from './service.ts';

/** Functions of the modules that keep the credentials. */
export interface ForgetCredentials {
  /** Deletes authenticator, recovery codes and remembered browsers. @returns false if MFA was off */
  readonly mfa: (tx: Transaction, userId: string) => Promise<boolean>;
  /** Deletes the passkeys. @returns their number */
  readonly passkeys: (tx: Transaction, userId: string) => Promise<number>;
}

export type ResetType = CallOf<'Users.ResetAuthentication'>['query']['type'];

export async function resetAuthentication(
  context: Context,
  tx: Transaction,
  call: CallOf<'Users.ResetAuthentication'>,
  user: DetailRow,
  forget: ForgetCredentials,
): Promise<Record<string, unknown> | AwaitingApproval> {
  const {
    query: { type },
    person: administrator,
    now,
  } = call;
  if (user.registered_at === null) throw problem('Conflict');
  const approval = await approveOrRequest(context, tx, call, { ...resetActed(user, type), detail: { type } });
  if (!approval) return 'awaitingApproval';
  return { ...(await resetNow(context, tx, { person: administrator, now }, user, type, forget)), ...approval };
}

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

/** @returns details for the audit */
export async function resetNow(
  context: Context,
  tx: Transaction,
  { person: administrator, now }: Pick<CallOf<'Users.ResetAuthentication'>, 'person' | 'now'>,
  user: Pick<DetailRow, 'user_id' | 'user_name' | 'email' | 'registered_at' | 'locale'>,
  type: ResetType,
  forget: ForgetCredentials,
): Promise<Record<string, unknown>> {
  if (user.registered_at === null) throw problem('Conflict');
  const userName = user.user_name ?? user.email;
  const resets = (credential: ResetType) => type === credential || type === 'All';
  if (resets('Mfa') && (await forget.mfa(tx, user.user_id))) await requireMfa(tx, user.user_id);
  const passkeysDeleted = resets('Passkeys') ? await forget.passkeys(tx, user.user_id) : 0;
  await endSessionsOf(tx, user.user_id);
  await voidEmailChanges(tx, [user.user_id], now);
  const { numDeletedRows: apiKeysEnded } = await tx.deleteFrom('api_keys').where('user_id', '=', user.user_id).executeTakeFirst();
  if (resets('Password')) {
    await retirePassword(tx, user.user_id, now);
    const link = await createPasswordLink(context, tx, user.user_id, now);
    await queueMail(tx, user, 'setPassword', { ...link, userName }, now);
  }
  const mailData = { userName, at: now.toISOString(), administrator: administrator.displayName };
  await queueMail(tx, user, 'authenticationReset', mailData, now);
  return { type, apiKeysEnded: Number(apiKeysEnded), ...(resets('Passkeys') ? { passkeysDeleted } : {}) };
}

/** The next login has to enrol a second factor. */
export const requireMfa = (tx: Transaction, userId: string) =>
  tx.updateTable('users').set({ mfa_required_override: true }).where('user_id', '=', userId).execute();
