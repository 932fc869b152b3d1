/**
 * A changed e-mail address waits until somebody who reads it confirms it: it is where passwords are recovered, so a typing
 * error or a hijacked administrator must not be enough. The former address is told.
 */
import { sql } from 'kysely';
import { HOUR } from '../../clock.ts';
import type { Context } from '../../context.ts';
import { transaction, type Transaction } from '../../db/database.ts';
import { endGrants } from '../../session/grants.ts';
import { createLink, useLink, voidLinks } from '../../session/links.ts';
import { appendAuditEvent } from '../../audit/audit.append.ts';
import { withUnique } from '../../http/uniqueViolation.ts';
import type { CallOf } from '../../http/call.ts';
import { problem } from '../../http/problem.ts';
import { queueMail } from '../../mail/queue.ts';
import type { DetailRow } from '../read/rows.ts';

export const emailTaken = () => problem('EmailTaken', { fields: { email: { problem: 'EmailTaken' } } });

/** @returns false where it is the address already, and none waits in its place. @throws EmailTaken */
export async function changeEmail(
  context: Context,
  tx: Transaction,
  person: DetailRow,
  email: string,
  now: Date,
): Promise<boolean> {
  const same = email === person.email;
  if (same && person.pending_email === null) return false;
  if (!same) await demandFree(tx, person.user_id, email);
  if (person.registered_at === null) await readdress(tx, person.user_id, email, now);
  else if (same) await withdraw(tx, person.user_id, now);
  else await askToConfirm(context, tx, person, email, now);
  return true;
}

async function demandFree(tx: Transaction, userId: string, email: string): Promise<void> {
  const other = await tx
    .selectFrom('users')
    .select('user_id')
    .where('email_key', '=', sql<string>`lower(normalize(${email}, NFKC))`)
    .where('user_id', '!=', userId)
    .executeTakeFirst();
  if (other) throw emailTaken();
}

/** Nobody has answered from the former address of an invitation; the link that went there is dead. */
async function readdress(tx: Transaction, userId: string, email: string, now: Date): Promise<void> {
  await withUnique({ users_email: emailTaken, users_user_name: emailTaken }, () =>
    tx.updateTable('users').set({ email }).where('user_id', '=', userId).execute(),
  );
  await voidLinks(tx, userId, 'invite', now);
  await endGrants(tx, userId, 'registration');
}

/** The address stays as it is after all. */
async function withdraw(tx: Transaction, userId: string, now: Date): Promise<void> {
  await tx.updateTable('users').set({ pending_email: null }).where('user_id', '=', userId).execute();
  await voidLinks(tx, userId, 'confirmEmail', now);
}

async function askToConfirm(context: Context, tx: Transaction, person: DetailRow, email: string, now: Date): Promise<void> {
  const userName = person.user_name ?? person.email;
  await tx.updateTable('users').set({ pending_email: email }).where('user_id', '=', person.user_id).execute();
  const lifetimeMs = context.config.CONFIRM_EMAIL_HOURS * HOUR;
  const token = await createLink(tx, { purpose: 'confirmEmail', userId: person.user_id, lifetimeMs, now });
  const link = new URL('/ConfirmEmail', context.publicUrl());
  link.searchParams.set('userId', person.user_id);
  link.searchParams.set('token', token);
  await queueMail(tx, { email, locale: person.locale }, 'confirmEmail', { link: link.href, userName, email }, now);
  await queueMail(tx, person, 'emailChanging', { userName, at: now.toISOString(), email }, now);
}

/**
 * Of several who bring one link, one succeeds; an unknown person, a wrong token and a spent one are told alike.
 * @throws LinkGone, EmailTaken when somebody else has got the address meanwhile
 */
export async function confirmEmail(
  { db }: Context,
  { name, body, origin, now }: CallOf<'Users.ConfirmEmail'>,
): Promise<{ userName: string; email: string }> {
  return transaction(db, async (tx) => {
    const person = await tx
      .selectFrom('users')
      .select(['user_name', 'email', 'pending_email', 'organisation_id'])
      .where('user_id', '=', body.userId)
      .forUpdate()
      .executeTakeFirst();
    const spent = await useLink(tx, { purpose: 'confirmEmail', ...body }, now);
    const email = person?.pending_email ?? null;
    if (!person || !spent || email === null) throw problem('LinkGone');
    await withUnique({ users_email: emailTaken }, () =>
      tx
        .updateTable('users')
        .set({ email, pending_email: null, version: sql`version + 1` })
        .where('user_id', '=', body.userId)
        .execute(),
    );
    // What was sent to the former address opens nothing any more.
    await voidLinks(tx, body.userId, 'recovery', now);
    await endGrants(tx, body.userId, 'recovery');
    const userName = person.user_name ?? email;
    await appendAuditEvent(tx, origin, {
      action: name,
      target: userName,
      targetUserId: body.userId,
      organisationId: person.organisation_id,
      details: { fields: { email: { from: person.email, to: email } } },
    });
    return { userName, email };
  });
}
