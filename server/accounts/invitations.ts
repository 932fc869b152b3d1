/** Invitations: accounts without a user name, until their users register by the mailed link. */
import { randomUUID } from 'node:crypto';
import type { Transaction } from '../db/database.ts';
import { roleSet } from '../db/roles.ts';
import { join } from './account.ts';
import { announceSystemAdministrator } from './administrators.ts';
import { isSystemAdmin } from '../../api/contract/person.ts';
import type { Author } from './author.ts';

interface NewInvite {
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly title: string | null;
  readonly organisationId: string;
  readonly house: boolean;
  readonly roles: readonly string[];
  readonly invitedBy: string | null;
  readonly expiresAt: Date;
}

/** @returns the user's id. @throws a unique violation of the address */
export async function invite(tx: Transaction, author: Author, invited: NewInvite): Promise<string> {
  const userId = randomUUID();
  await join(tx, author, {
    user_id: userId,
    user_name: null,
    email: invited.email,
    first_name: invited.firstName,
    last_name: invited.lastName,
    title: invited.title,
    organisation_id: invited.organisationId,
    house: invited.house,
    roles: roleSet(invited.roles),
    invited_by: invited.invitedBy,
    invite_expires_at: invited.expiresAt,
    created_at: author.now,
  });
  return userId;
}

export async function setInviteExpiry(tx: Transaction, userId: string, expiresAt: Date): Promise<void> {
  await tx.updateTable('users').set({ invite_expires_at: expiresAt }).where('user_id', '=', userId).execute();
}

/** @returns the id of the invitation of the first administrator, which no administrator has sent, with a new expiry */
export async function renewSetUp(tx: Transaction, expiresAt: Date): Promise<string | undefined> {
  const renewed = await tx
    .updateTable('users')
    .set({ invite_expires_at: expiresAt })
    .where('registered_at', 'is', null)
    .where('invited_by', 'is', null)
    .returning('user_id')
    .executeTakeFirst();
  return renewed?.user_id;
}

/** @returns false if it was accepted */
export async function deleteInvite(tx: Transaction, userId: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('users')
    .where('user_id', '=', userId)
    .where('registered_at', 'is', null)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

interface Registration {
  readonly userName: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly title: string | null;
  readonly locale: string;
  /** Whether the link was mailed to the address, which its use has proven. */
  readonly wasMailed: boolean;
  /** Named in the mail to system administrators about a new one. */
  readonly inviter: string;
  readonly now: Date;
}

/** Turns the invitation into an account; of concurrent calls one returns true. E-mail, organisation and roles stay. */
export async function register(tx: Transaction, userId: string, registration: Registration): Promise<boolean> {
  const { userName, firstName, lastName, title, locale, wasMailed, inviter, now } = registration;
  const registered = await tx
    .updateTable('users')
    .set(({ eb }) => ({
      user_name: userName,
      first_name: firstName,
      last_name: lastName,
      title,
      locale,
      registered_at: now,
      email_proven_at: wasMailed ? now : null,
      version: eb('version', '+', 1),
    }))
    .where('user_id', '=', userId)
    .where('registered_at', 'is', null)
    .where('enabled', '=', true)
    .returning('roles')
    .executeTakeFirst();
  if (registered && isSystemAdmin(registered))
    await announceSystemAdministrator(tx, { account: userName, administrator: inviter }, now);
  return registered !== undefined;
}
