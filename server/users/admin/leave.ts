/** What a user who has left for good loses, so that whoever comes back sets it anew. */
import type { Context } from '../../context.ts';
import type { Transaction } from '../../db/database.ts';
import { queueMail } from '../../mail/queue.ts';
import { retirePassword } from '../../password/passwordChange.ts';
import { createFirstPasswordLink } from '../../password/passwordLink.ts';
import { closeAccess } from './enablement.ts';
import { requireMfa, type ForgetCredentials } from './reset.ts';

export interface Leaving {
  /** Ends sessions, keys and mailed links of disabled users. */
  readonly closeAccess: (tx: Transaction, userIds: readonly string[], now: Date) => Promise<unknown>;
  /**
   * Also removes password, authenticator, recovery codes, passkeys, remembered browsers and links with identity providers. A user who had
   * a second factor has to set one at the next login.
   */
  readonly endCredentials: (tx: Transaction, userId: string, now: Date) => Promise<void>;
  /** Mails a user without a password the link to set one, unless the organisation's identity provider is the only way in. */
  readonly askForPassword: (tx: Transaction, userId: string, now: Date) => Promise<void>;
}

export const leaving = (context: Context, forget: ForgetCredentials): Leaving => ({
  closeAccess,
  async endCredentials(tx, userId, now) {
    await closeAccess(tx, [userId], now);
    if (await forget.mfa(tx, userId)) await requireMfa(tx, userId);
    await forget.passkeys(tx, userId);
    await retirePassword(tx, userId, now);
    await tx.deleteFrom('identities').where('user_id', '=', userId).execute();
    await tx.deleteFrom('sso_attempts').where('user_id', '=', userId).execute();
  },
  async askForPassword(tx, userId, now) {
    const user = await tx
      .selectFrom('users as u')
      .innerJoin('organisations as o', 'o.organisation_id', 'u.organisation_id')
      .select(['u.user_name', 'u.email', 'u.locale'])
      .where('u.user_id', '=', userId)
      .where('u.enabled', '=', true)
      .where('o.sso_required', '=', false)
      .executeTakeFirst();
    if (!user) return;
    const link = await createFirstPasswordLink(context, tx, userId, now);
    await queueMail(tx, user, 'setPassword', { ...link, userName: user.user_name ?? user.email }, now);
  },
});
