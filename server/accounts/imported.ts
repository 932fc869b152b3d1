/** Accounts that an import makes, with the credentials that their users had in another system. */
import { sql } from 'kysely';
import type { Transaction } from '../db/database.ts';
import { isAdministrative } from '../db/roles.ts';
import type { Author } from './author.ts';
import type { AccountChange } from './change.ts';
import { settle } from './settle.ts';

/** As `passkeys` stores it; it is not known whether it may be synced. */
export interface ImportedPasskey {
  readonly credentialId: string;
  readonly userHandle: string;
  /** In base64. */
  readonly publicKey: string;
  readonly signCount: number;
  readonly transports: readonly string[];
  readonly name: string;
  readonly device: string;
}

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
  readonly passkeys: readonly ImportedPasskey[];
}

interface Joined {
  /** Ids of those that were made; the name or the address of the others is taken. */
  readonly made: ReadonlySet<string>;
  /** Credential ids, by user, of passkeys that another account has. */
  readonly takenPasskeys: ReadonlyMap<string, readonly string[]>;
}

/** Makes accounts. */
export async function joinImported(tx: Transaction, author: Author, accounts: readonly ImportedAccount[]): Promise<Joined> {
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
  const takenPasskeys = await insertPasskeys(tx, joined, now);
  await settle(tx, author, joined.map(changeOf));
  return { made, takenPasskeys };
}

/** Inserts each passkey that no account has. @returns the others, by user */
async function insertPasskeys(tx: Transaction, accounts: readonly ImportedAccount[], now: Date): Promise<Map<string, string[]>> {
  const wanted = accounts.flatMap(({ userId, passkeys }) => passkeys.map((passkey) => ({ ...passkey, userId })));
  if (wanted.length === 0) return new Map();
  const { rows } = await sql<{ id: string }>`
    INSERT INTO passkeys (passkey_id, user_id, credential_id, user_handle, public_key, sign_count, backup_eligible, backed_up, transports,
        name, device, created_at)
      SELECT gen_random_uuid(), "userId", "credentialId", "userHandle", decode("publicKey", 'base64'), "signCount", NULL, false, transports,
             name, device, ${now}::timestamptz
        FROM jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) AS p ("userId" uuid, "credentialId" text, "userHandle" text,
          "publicKey" text, "signCount" bigint, transports text[], name text, device text)
    ON CONFLICT (credential_id) DO NOTHING RETURNING credential_id AS id`.execute(tx);
  const inserted = new Set(rows.map(({ id }) => id));
  const taken = new Map<string, string[]>();
  for (const { userId, credentialId } of wanted)
    if (!inserted.has(credentialId)) taken.set(userId, [...(taken.get(userId) ?? []), credentialId]);
  return taken;
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
