/**
 * A changed e-mail address takes effect once it is confirmed by mail: passwords are recovered there, so neither a typing error
 * nor a hijacked administrator may be enough. The former address is notified.
 */
import { sql } from 'kysely';
import { HOUR } from '../../clock.ts';
import type { Context } from '../../context.ts';
import { transaction, type Transaction } from '../../db/database.ts';
import { mailedLink } from '../../encryption/storedSecrets.ts';
import { endGrants } from '../../session/grants.ts';
import { createLink, consumeLink, voidLinks } from '../../session/links.ts';
import { appendAuditEvent } from '../../audit/audit.append.ts';
import { withUnique } from '../../http/uniqueViolation.ts';
import type { CallOf } from '../../http/call.ts';
import { problem } from '../../http/problem.ts';
import { queueMail } from '../../mail/queue.ts';
import type { DetailRow } from '../read/rows.ts';

export const emailTaken = () => problem('EmailTaken', { fields: { email: { problem: 'EmailTaken' } } });

/** @returns false if nothing changes: it is the current address and no other is pending. @throws EmailTaken */
export async function changeEmail(
  context: Context,
  tx: Transaction,
  user: DetailRow,
  email: string,
  now: Date,
): Promise<boolean> {
  const isCurrent = email === user.email;
  if (isCurrent && user.pending_email === null) return false;
  if (!isCurrent) await requireFreeEmail(tx, user.user_id, email);
  if (user.registered_at === null) await changeInvitedEmail(tx, user.user_id, email, now);
  else if (isCurrent) await cancelEmailChange(tx, user.user_id, now);
  else await requestConfirmation(context, tx, user, email, now);
  return true;
}

async function requireFreeEmail(tx: Transaction, userId: string, email: string): Promise<void> {
  const other = await tx
    .selectFrom('users')
    .select('user_id')
    .where('email_key', '=', sql<string>`lower(normalize(${email}, NFKC))`)
    .where('user_id', '!=', userId)
    .executeTakeFirst();
  if (other) throw emailTaken();
}

/** An invitation not accepted yet: the address changes at once, and the link sent to the former one is void. */
async function changeInvitedEmail(tx: Transaction, userId: string, email: string, now: Date): Promise<void> {
  await withUnique({ users_email: emailTaken, users_user_name: emailTaken }, () =>
    tx.updateTable('users').set({ email }).where('user_id', '=', userId).execute(),
  );
  await voidLinks(tx, userId, 'invite', now);
  await endGrants(tx, userId, 'registration');
}

/** Cancels a pending change. */
async function cancelEmailChange(tx: Transaction, userId: string, now: Date): Promise<void> {
  await tx.updateTable('users').set({ pending_email: null }).where('user_id', '=', userId).execute();
  await voidLinks(tx, userId, 'confirmEmail', now);
}

async function requestConfirmation(context: Context, tx: Transaction, user: DetailRow, email: string, now: Date): Promise<void> {
  const userName = user.user_name ?? user.email;
  await tx.updateTable('users').set({ pending_email: email }).where('user_id', '=', user.user_id).execute();
  const lifetimeMs = context.config.CONFIRM_EMAIL_HOURS * HOUR;
  const token = await createLink(tx, { purpose: 'confirmEmail', userId: user.user_id, lifetimeMs, now });
  const link = new URL('/ConfirmEmail', context.publicUrl());
  link.searchParams.set('userId', user.user_id);
  link.searchParams.set('token', token);
  await queueMail(
    tx,
    { email, locale: user.locale },
    'confirmEmail',
    { link: mailedLink(context.keyring, link.href), userName, email },
    now,
  );
  await queueMail(tx, user, 'emailChanging', { userName, at: now.toISOString(), email }, now);
}

/**
 * Of concurrent calls with one link one succeeds; unknown user, wrong token and used token give the same error.
 * @throws LinkGone; EmailTaken if another user has taken the address meanwhile
 */
export async function confirmEmail(
  { db }: Context,
  { name, body, origin, now }: CallOf<'Users.ConfirmEmail'>,
): Promise<{ userName: string; email: string }> {
  return transaction(db, async (tx) => {
    const user = await tx
      .selectFrom('users')
      .select(['user_name', 'email', 'pending_email', 'organisation_id'])
      .where('user_id', '=', body.userId)
      .forUpdate()
      .executeTakeFirst();
    const isConsumed = await consumeLink(tx, { purpose: 'confirmEmail', ...body }, now);
    const email = user?.pending_email ?? null;
    if (!user || !isConsumed || email === null) throw problem('LinkGone');
    await withUnique({ users_email: emailTaken }, () =>
      tx
        .updateTable('users')
        .set({ email, pending_email: null, version: sql`version + 1` })
        .where('user_id', '=', body.userId)
        .execute(),
    );
    // Links sent to the former address are void.
    await voidLinks(tx, body.userId, 'recovery', now);
    await endGrants(tx, body.userId, 'recovery');
    const userName = user.user_name ?? email;
    await appendAuditEvent(tx, origin, {
      action: name,
      target: userName,
      targetUserId: body.userId,
      organisationId: user.organisation_id,
      details: { fields: { email: { from: user.email, to: email } } },
    });
    return { userName, email };
  });
}
