/** Passwords, authenticators and passkeys of accounts. */
import { sql, type Insertable } from 'kysely';
import { addMs, DAY } from '../clock.ts';
import type { Queries, Transaction } from '../db/database.ts';
import type { PasskeysTable } from '../db/schema/passkeys.ts';
import { problem } from '../http/problem.ts';
import type { Author } from './author.ts';
import { mailOwner, type Owner } from './mails.ts';
import { endOpeners } from './openers.ts';
import { makeCodes } from './recoveryCodes.ts';
import { endSessionsOf, endSessionsOpenedBy } from './sessions.ts';

/** Number of passwords that can't be reused, including the current one. */
export const REMEMBERED_PASSWORDS = 5;

/** A validated and hashed password. */
export interface NewPassword {
  readonly hash: string;
  /** The hash it replaces; a concurrent change makes this one void. */
  readonly former: string | null;
}

/**
 * Stores a password. Ends the sessions (except `keptSessionId`), pending sessions, remembered browsers, recovery links, grants
 * and a pending change of the e-mail address. Neither logs in nor enables the user, who gets a mail unless this registers them.
 * @throws Conflict if the password was changed in between
 */
export async function setPassword(
  tx: Transaction,
  owner: Owner,
  { hash, former }: NewPassword,
  now: Date,
  { keptSessionId, atRegistration = false }: { readonly keptSessionId?: string; readonly atRegistration?: boolean } = {},
): Promise<void> {
  const { user_id: userId } = owner;
  const { numUpdatedRows } = await tx
    .updateTable('users')
    .set({ password_hash: hash, password_must_change: false })
    .where('user_id', '=', userId)
    .where(sql<boolean>`password_hash IS NOT DISTINCT FROM ${former}`)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw problem('Conflict');
  if (former !== null) await rememberHash(tx, userId, former, now);
  await endSessionsOf(tx, userId, keptSessionId);
  await endOpeners(tx, 'newPassword', [userId], now);
  if (!atRegistration) await mailOwner(tx, owner, 'passwordChanged', {}, now);
}

async function rememberHash(tx: Transaction, userId: string, hash: string, now: Date): Promise<void> {
  await tx.insertInto('password_history').values({ user_id: userId, password_hash: hash, created_at: now }).execute();
  await tx
    .deleteFrom('password_history')
    .where('user_id', '=', userId)
    .where('password_hash', 'not in', (history) =>
      history
        .selectFrom('password_history')
        .select('password_hash')
        .where('user_id', '=', userId)
        .orderBy('created_at', 'desc')
        .limit(REMEMBERED_PASSWORDS - 1),
    )
    .execute();
}

/** Uses a time step up: it and all earlier ones are rejected from now on (RFC 6238, 5.2). */
export async function consumeTimeStep(tx: Transaction, userId: string, step: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('users')
    .set({ mfa_last_step: step })
    .where('user_id', '=', userId)
    .where('mfa_last_step', '<', step)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** @returns new recovery codes; undefined if MFA is on already: of concurrent enrolments one succeeds */
export async function turnOn(
  tx: Transaction,
  owner: Owner,
  { secret, step }: { readonly secret: string; readonly step: number },
  now: Date,
): Promise<string[] | undefined> {
  const { user_id: userId } = owner;
  const { numUpdatedRows } = await tx
    .updateTable('users')
    .set({ mfa_secret: secret, mfa_enrolled_at: now, mfa_last_step: step, mfa_failures: 0, version: sql<number>`version + 1` })
    .where('user_id', '=', userId)
    .where('mfa_enrolled_at', 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return undefined;
  await mailOwner(tx, owner, 'mfaTurnedOn', {}, now);
  return makeCodes(tx, userId, now);
}

/** Turns MFA off, with codes and remembered browsers, for a user whose row is locked. */
export async function turnOff(tx: Transaction, owner: Owner, now: Date): Promise<void> {
  await endOpeners(tx, 'turningMfaOff', [owner.user_id], now);
  await tx
    .updateTable('users')
    .set({ version: sql`version + 1` })
    .where('user_id', '=', owner.user_id)
    .execute();
  await mailOwner(tx, owner, 'mfaTurnedOff', {}, now);
}

/** After a reset the user sets a second factor up at the next login, whatever the rule is; the mail about the reset says so. */
export const requireMfaAnew = (tx: Transaction, userId: string): Promise<void> => overrideRule(tx, [userId], true);

interface RuledUser extends Owner {
  /** The organisation's rule, and an administrator's decision in place of it. */
  readonly mfa_required: boolean;
  readonly mfa_required_override: boolean | null;
}

/** A user gets at most one reminder in this time, however many administrators send one. */
const REMIND_AGAIN_MS = DAY;

/** Mails the owner how to set MFA up. @returns false if the last such mail is less than a day old */
export async function remindOfMfa(tx: Transaction, author: Author, owner: Owner): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('users')
    .set({ mfa_reminded_at: author.now })
    .where('user_id', '=', owner.user_id)
    .where((where) =>
      where.or([where('mfa_reminded_at', 'is', null), where('mfa_reminded_at', '<=', addMs(author.now, -REMIND_AGAIN_MS))]),
    )
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  await mailOwner(tx, owner, 'mfaReminder', { administrator: author.name }, author.now);
  return true;
}

/** Records an administrator's decision whether these users must have MFA; null: the organisation's rule. A user for whom that is new gets a mail. */
export async function setMfaRequirement(
  tx: Transaction,
  author: Author,
  users: readonly RuledUser[],
  required: boolean | null,
): Promise<void> {
  await overrideRule(
    tx,
    users.map((user) => user.user_id),
    required,
  );
  for (const user of users) {
    const isNew = required !== null || user.mfa_required_override !== user.mfa_required;
    const template = (required ?? user.mfa_required) ? 'mfaRequired' : 'mfaNotRequired';
    if (isNew) await mailOwner(tx, user, template, { administrator: author.name }, author.now);
  }
}

async function overrideRule(tx: Transaction, userIds: readonly string[], required: boolean | null): Promise<void> {
  await tx
    .updateTable('users')
    .set(({ eb }) => ({ mfa_required_override: required, version: eb('version', '+', 1) }))
    .where('user_id', '=', sql<string>`any(${userIds}::uuid[])`)
    .execute();
}

export async function insertPasskey(
  tx: Transaction,
  owner: Owner,
  passkey: Omit<Insertable<PasskeysTable>, 'user_id' | 'created_at'>,
  now: Date,
) {
  const values = { ...passkey, user_id: owner.user_id, created_at: now };
  const row = await tx.insertInto('passkeys').values(values).returning(SHOWN_PASSKEY).executeTakeFirstOrThrow();
  await mailOwner(tx, owner, 'passkeyAdded', { passkeyName: row.name, device: row.device || '–' }, now);
  return row;
}

export const SHOWN_PASSKEY = ['passkey_id', 'name', 'device', 'created_at', 'last_used_at', 'backed_up'] as const;

export const renamePasskey = (tx: Transaction, { userId, passkeyId }: { userId: string; passkeyId: string }, name: string) =>
  tx
    .updateTable('passkeys')
    .set({ name })
    .where('passkey_id', '=', passkeyId)
    .where('user_id', '=', userId)
    .returning(SHOWN_PASSKEY)
    .executeTakeFirst();

/** Deletes a passkey and ends the sessions that it opened, except one. */
export async function deletePasskey(
  tx: Transaction,
  owner: Owner,
  { passkey_id: passkeyId, name }: { readonly passkey_id: string; readonly name: string },
  keptSessionId: string,
  now: Date,
): Promise<void> {
  await endSessionsOpenedBy(tx, passkeyId, keptSessionId);
  await tx.deleteFrom('passkeys').where('passkey_id', '=', passkeyId).execute();
  await mailOwner(tx, owner, 'passkeyDeleted', { passkeyName: name }, now);
}

/**
 * Records a use of a passkey. The counter must have grown, or be 0 as before: an authenticator that counts never gives a number again, so one
 * that does has been copied (WebAuthn level 3, 6.1.1).
 * The first use of a passkey that comes from another system tells whether it may be synced; of two at once that say otherwise, one is refused.
 * @returns false for a copied or meanwhile deleted passkey
 */
export async function recordPasskeyUse(
  queries: Queries,
  passkeyId: string,
  { signCount, backupEligible, backedUp }: Record<'backupEligible' | 'backedUp', boolean> & { readonly signCount: number },
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await queries
    .updateTable('passkeys')
    .set({ sign_count: signCount, backup_eligible: backupEligible, backed_up: backedUp, last_used_at: now })
    .where('passkey_id', '=', passkeyId)
    .where((where) => where.or([where('backup_eligible', 'is', null), where('backup_eligible', '=', backupEligible)]))
    .where(sql<boolean>`(sign_count < ${signCount} OR (sign_count = 0 AND ${signCount} = 0))`)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
