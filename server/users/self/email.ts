/**
 * A changed e-mail address takes effect once it is confirmed by mail: passwords are recovered there, so neither a typing error
 * nor a hijacked administrator may be enough. The former address is notified.
 */
import { hasAdministrativeRole } from '../../../api/contract/person.ts';
import { addMs, HOUR } from '../../clock.ts';
import type { Context } from '../../context.ts';
import { transaction, type Transaction } from '../../db/database.ts';
import { nameKey } from '../../db/names.ts';
import { change } from '../../accounts/account.ts';
import { owner, type Author } from '../../accounts/author.ts';
import { setPendingEmail } from '../../accounts/email.ts';
import { endOpeners } from '../../accounts/openers.ts';
import { mailedLink } from '../../encryption/storedSecrets.ts';
import { consumeLink, createLink, hasReached, noteReached, voidLinks } from '../../session/links.ts';
import { appendAuditEvent } from '../../audit/append.ts';
import { withUnique } from '../../http/uniqueViolation.ts';
import type { CallOf } from '../../http/call.ts';
import { problem } from '../../http/problem.ts';
import { queueMail } from '../../mail/queue.ts';
import type { DetailRow } from '../read/rows.ts';
import { lockChanging, mayInitiatorChange, type ChangingUser } from './emailInitiator.ts';

export const emailTaken = () => problem('EmailTaken', { fields: { email: { problem: 'EmailTaken' } } });

/** @returns false if nothing changes: it is the current address and no other is pending. @throws EmailTaken */
export async function changeEmail(
  context: Context,
  tx: Transaction,
  author: Author,
  user: DetailRow,
  email: string,
): Promise<boolean> {
  const isCurrent = email === user.email;
  if (isCurrent && user.pending_email === null) return false;
  if (!isCurrent) await requireFreeEmail(tx, user.user_id, email);
  if (user.registered_at === null) await changeInvitedEmail(tx, author, user, email);
  else if (isCurrent) await endOpeners(tx, 'cancellingNewEmail', [user.user_id], author.now);
  else await requestConfirmation(context, tx, author, user, email);
  return true;
}

async function requireFreeEmail(tx: Transaction, userId: string, email: string): Promise<void> {
  const other = await tx
    .selectFrom('users')
    .select('user_id')
    .where('email_key', '=', nameKey(email))
    .where('user_id', '!=', userId)
    .executeTakeFirst();
  if (other) throw emailTaken();
}

/** An invitation not accepted yet: the address changes at once, and the link sent to the former one is void. */
async function changeInvitedEmail(tx: Transaction, author: Author, user: DetailRow, email: string): Promise<void> {
  await withUnique({ users_email: emailTaken, users_user_name: emailTaken }, () => change(tx, author, user, { email }));
  await voidLinks(tx, user.user_id, 'invite', author.now);
}

/** Mails a link to confirm to the new address, and one to refuse to the present address. */
async function requestConfirmation(
  context: Context,
  tx: Transaction,
  author: Author,
  user: DetailRow,
  email: string,
): Promise<void> {
  const { user_id: userId } = user;
  const { now } = author;
  const userName = user.user_name ?? user.email;
  await setPendingEmail(tx, author, userId, email);
  const delayMs = delayOf(context, user);
  const lifetimeMs = delayMs + context.config.CONFIRM_EMAIL_HOURS * HOUR;
  const notBefore = delayMs === 0 ? null : addMs(now, delayMs).toISOString();
  const linkFor = async (purpose: 'confirmEmail' | 'cancelEmail') => {
    const link = new URL('/ConfirmEmail', context.publicUrl());
    if (purpose === 'cancelEmail') link.searchParams.set('refuse', 'true');
    link.searchParams.set('userId', userId);
    link.searchParams.set('token', await createLink(tx, { purpose, userId, lifetimeMs, now }));
    return mailedLink(context.keyring, link.href);
  };
  const confirm = { link: await linkFor('confirmEmail'), userName, email, notBefore };
  await queueMail(tx, { email, locale: user.locale }, 'confirmEmail', confirm, now);
  const refuse = { link: await linkFor('cancelEmail'), userName, at: now.toISOString(), email, notBefore };
  await queueMail(tx, user, 'emailChanging', refuse, now);
}

/** The address of an account with an administrative role changes after a delay, in which its owner can refuse. */
const delayOf = ({ config }: Context, user: { roles: string[]; lost_roles: string[]; house: boolean }): number =>
  hasAdministrativeRole({ house: user.house, roles: [...user.roles, ...user.lost_roles] })
    ? config.ADMIN_EMAIL_DELAY_HOURS * HOUR
    : 0;

interface Answer {
  readonly userName: string;
  readonly email: string;
  /** The link has done this before: a mail scanner, or a second click. */
  readonly already?: true;
}

const reachedBefore = (user: ChangingUser): Answer => ({
  userName: user.user_name ?? user.email,
  email: user.email,
  already: true,
});

/**
 * Confirms a new address. Of concurrent calls with one link one changes it, and the others learn that it was changed; unknown user, wrong
 * token and a token that has changed nothing give the same error.
 * @throws LinkGone, also if the initiator may not change the address any more; EmailNotYet before the delay is over; EmailTaken if
 * another user has taken the address meanwhile
 */
export async function confirmEmail(context: Context, { name, body, origin, now }: CallOf<'Users.ConfirmEmail'>): Promise<Answer> {
  const link = { purpose: 'confirmEmail', ...body } as const;
  return transaction(context.db, async (tx) => {
    const user = await lockChanging(tx, body.userId, now);
    if (user && (await hasReached(tx, link, user.email, now))) return reachedBefore(user);
    const isConsumed = await consumeLink(tx, link, now);
    const email = user?.pending_email ?? null;
    if (!user || !isConsumed || email === null || !(await mayInitiatorChange(tx, user))) throw problem('LinkGone');
    const waitMs = (user.pending_email_at ?? now).getTime() + delayOf(context, user) - now.getTime();
    if (waitMs > 0) throw problem('EmailNotYet', { retryAfterSeconds: waitMs / 1000 });
    await withUnique({ users_email: emailTaken }, () => change(tx, owner(now), user, { email }, { isEmailProven: true }));
    await noteReached(tx, link, email);
    const userName = user.user_name ?? email;
    await appendAuditEvent(tx, origin, {
      ...eventOf(name, user),
      details: { fields: { email: { from: user.email, to: email } } },
    });
    return { userName, email };
  });
}

/** The owner refuses, by the link mailed to the present address. @throws LinkGone */
export async function cancelEmail({ db }: Context, { name, body, origin, now }: CallOf<'Users.CancelEmail'>): Promise<Answer> {
  const link = { purpose: 'cancelEmail', ...body } as const;
  return transaction(db, async (tx) => {
    const user = await lockChanging(tx, body.userId, now);
    if (user?.pending_email === null && (await hasReached(tx, link, user.email, now))) return reachedBefore(user);
    const isConsumed = await consumeLink(tx, link, now);
    if (!user || !isConsumed || user.pending_email === null) throw problem('LinkGone');
    await endOpeners(tx, 'cancellingNewEmail', [body.userId], now);
    await noteReached(tx, link, user.email);
    await appendAuditEvent(tx, origin, { ...eventOf(name, user), details: { email: user.pending_email } });
    return { userName: user.user_name ?? user.email, email: user.email };
  });
}

const eventOf = (action: string, user: ChangingUser) => ({
  action,
  target: user.user_name ?? user.email,
  targetUserId: user.user_id,
  organisationId: user.organisation_id,
});
