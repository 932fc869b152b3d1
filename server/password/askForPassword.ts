/** Asks a user without a password to set one. */
import type { Context } from '../context.ts';
import type { Transaction } from '../db/database.ts';
import { queueMail } from '../mail/queue.ts';
import { createFirstPasswordLink } from './passwordLink.ts';

/** Mails the link, unless the user is disabled or logs in with the organisation's identity provider only. */
export const askForPassword =
  (context: Pick<Context, 'config' | 'publicUrl' | 'keyring'>) =>
  async (tx: Transaction, userId: string, now: Date): Promise<void> => {
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
  };
