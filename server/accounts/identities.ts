/** Linked logins: a link is a credential, as an attacker who controls its provider controls the account. Its key is connection, issuer and subject. */
import { randomUUID } from 'node:crypto';
import type { Transaction } from '../db/database.ts';
import { sponsor, type Author } from './author.ts';
import { mailOwner, type Owner } from './mails.ts';

interface NewLink {
  readonly connectionId: string;
  /** The connection's name. */
  readonly connection: string;
  readonly issuer: string;
  readonly subject: string;
  readonly owner: Owner;
  /** What the provider calls the account. */
  readonly account: string | null;
  /** Where its owner has proven the account with its own credentials; null: only the provider has. */
  readonly provenIn: 'session' | 'login' | null;
}

/**
 * Links an account, in place of a former link with the same connection.
 * @param author the connection, with the administrators who look after it. @returns the former link. @throws a unique violation, if another was faster
 */
export async function link(
  tx: Transaction,
  author: Author,
  { connectionId, connection, issuer, subject, owner, account, provenIn }: NewLink,
): Promise<{ readonly account: string | null } | undefined> {
  const { user_id: userId } = owner;
  const former = await deleteLink(tx, { userId, connectionId });
  await tx
    .insertInto('identities')
    .values({
      identity_id: randomUUID(),
      connection_id: connectionId,
      issuer,
      subject,
      user_id: userId,
      account,
      created_at: author.now,
      proven_at: provenIn === null ? null : author.now,
      proven_in: provenIn,
      last_login_at: null,
    })
    .execute();
  await sponsor(tx, author, userId);
  await mailOwner(tx, owner, 'identityLinked', { connection, account }, author.now);
  return former;
}

type Which = { readonly identityId: string } | { readonly connectionId: string };

/** Removes a link of a user, who gets a mail. @returns the link with the name of its connection; undefined if the user has no such link */
export async function unlink(tx: Transaction, owner: Owner, which: Which, now: Date) {
  const removed = await deleteLink(tx, { userId: owner.user_id, ...which });
  if (removed) await mailOwner(tx, owner, 'identityUnlinked', { connection: removed.name }, now);
  return removed;
}

const deleteLink = (tx: Transaction, { userId, ...which }: { readonly userId: string } & Which) =>
  tx
    .deleteFrom('identities as i')
    .using('connections as c')
    .whereRef('c.connection_id', '=', 'i.connection_id')
    .where((where) =>
      'identityId' in which ? where('i.identity_id', '=', which.identityId) : where('i.connection_id', '=', which.connectionId),
    )
    .where('i.user_id', '=', userId)
    .returning(['c.name', 'i.account', 'c.connection_id'])
    .executeTakeFirst();

/** @returns false if the link has ended meanwhile */
export async function recordLinkUse(
  tx: Transaction,
  { connectionId, userId }: { readonly connectionId: string; readonly userId: string },
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('identities')
    .set({ last_login_at: now })
    .where('connection_id', '=', connectionId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
