/** Accounts that an import makes, with the credentials that their users had in another system. */
import { sql } from 'kysely';
import type { Transaction } from '../db/database.ts';
import { isAdministrative } from '../db/roles.ts';
import type { Author } from './author.ts';
import type { AccountChange } from './change.ts';
import { settle } from './settle.ts';

export interface ImportedAccount {
  readonly userId: string;
  readonly userName: string;
  readonly email: string;
  /** Whether the former system has proven the address. */
  readonly emailVerified: boolean;
  readonly firstName: string;
  readonly lastName: string;
  readonly enabled: boolean;
  readonly roles: readonly string[];
  readonly organisationId: string;
  readonly house: boolean;
  readonly mustChangePassword: boolean;
  /** As `users` stores them. */
  readonly passwordHash: string | null;
  readonly authenticator: string | null;
  /** SHA-512 of each, in base64. */
  readonly recoveryCodes: readonly string[];
}

/** Makes accounts. @returns the ids of those that were made; the name or the address of the others is taken */
export async function joinImported(tx: Transaction, author: Author, accounts: readonly ImportedAccount[]): Promise<Set<string>> {
  const { now } = author;
  const inserted = await sql<{ userId: string }>`
    INSERT INTO users (user_id, user_name, email, email_proven_at, first_name, last_name, organisation_id, enabled, roles, password_hash,
        password_must_change, mfa_secret, mfa_enrolled_at, registered_at, created_at)
      SELECT "userId", "userName", email, CASE WHEN "emailVerified" THEN ${now}::timestamptz END, "firstName", "lastName", "organisationId",
             enabled, roles, "passwordHash", "mustChangePassword", authenticator,
             CASE WHEN authenticator IS NOT NULL THEN ${now}::timestamptz END, ${now}::timestamptz, ${now}::timestamptz
        FROM jsonb_to_recordset(${JSON.stringify(accounts)}::jsonb) AS a ("userId" uuid, "userName" text, email text,
          "emailVerified" boolean, "firstName" text, "lastName" text, "organisationId" uuid, enabled boolean, roles text[],
          "passwordHash" text, "mustChangePassword" boolean, authenticator text)
    ON CONFLICT DO NOTHING RETURNING user_id AS "userId"`.execute(tx);
  const made = new Set(inserted.rows.map(({ userId }) => userId));
  const joined = accounts.filter(({ userId }) => made.has(userId));
  const codes = joined.flatMap(({ userId, recoveryCodes }) =>
    recoveryCodes.map((code) => ({
      user_id: userId,
      code_hash: Buffer.from(code, 'base64'),
      created_at: now,
      expires_at: null,
      used_at: null,
    })),
  );
  if (codes.length > 0)
    await tx
      .insertInto('recovery_codes')
      .values(codes)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  await settle(tx, author, joined.map(changeOf));
  return made;
}

const changeOf = ({ userId, userName, roles, house, organisationId, email, enabled }: ImportedAccount): AccountChange => ({
  userId,
  userName,
  locale: null,
  before: null,
  after: { roles, house, organisationId, email, enabled, registered: true },
});

/** Removes accounts that an import has made, except those that were used, or administer by now. @returns the ids of the removed ones */
export async function removeImported(tx: Transaction, userIds: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ userId: string }>`
    DELETE FROM users u USING organisations o
     WHERE u.user_id = ANY (${userIds}::uuid[]) AND o.organisation_id = u.organisation_id AND u.last_login_at IS NULL
       AND NOT ${isAdministrative(sql`u.roles`, sql`o.house`)}
       AND NOT EXISTS (SELECT FROM sessions s WHERE s.user_id = u.user_id)
    RETURNING u.user_id AS "userId"`.execute(tx);
  return new Set(rows.map(({ userId }) => userId));
}
