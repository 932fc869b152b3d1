/**
 * Resetting how somebody signs in. Whatever is taken away leaves no gap: without a password nobody signs in before the mailed
 * link has set one, and whoever had MFA has to enrol anew at the next sign-in.
 */
import type { Context } from '../../context.ts';
import type { Transaction } from '../../db/database.ts';
import { endSessionsOf } from '../../session/sessions.ts';
import type { CallOf } from '../../http/call.ts';
import { problem } from '../../http/problem.ts';
import { queueMail } from '../../mail/queue.ts';
import { retirePassword } from '../../password/passwordChange.ts';
import { createPasswordLink } from '../../password/passwordLink.ts';
import type { DetailRow } from '../read/rows.ts';

/** Authenticator, recovery codes and remembered browsers go; the MFA room's to do. @returns false where MFA was off */
export type ForgetMfa = (tx: Transaction, userId: string) => Promise<boolean>;

export async function resetAuthentication(
  context: Context,
  tx: Transaction,
  { query: { type }, person: administrator, now }: CallOf<'Users.ResetAuthentication'>,
  person: DetailRow,
  forgetMfa: ForgetMfa,
): Promise<Record<string, unknown>> {
  if (person.registered_at === null) throw problem('Conflict');
  const userName = person.user_name ?? person.email;
  if (type !== 'Password' && (await forgetMfa(tx, person.user_id))) await requireMfa(tx, person.user_id);
  await endSessionsOf(tx, person.user_id);
  if (type !== 'Mfa') {
    await retirePassword(tx, person.user_id, now);
    const link = await createPasswordLink(context, tx, person.user_id, now);
    await queueMail(tx, person, 'setPassword', { ...link, userName }, now);
  }
  const told = { userName, at: now.toISOString(), administrator: administrator.displayName };
  await queueMail(tx, person, 'authenticationReset', told, now);
  return { type };
}

const requireMfa = (tx: Transaction, userId: string) =>
  tx.updateTable('users').set({ mfa_required_override: true }).where('user_id', '=', userId).execute();
