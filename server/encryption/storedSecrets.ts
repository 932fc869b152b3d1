/** The encrypted values of the database, and their contexts. */
import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import { type Keyring, prefixOf } from './keyring.ts';

/** The authenticator's key of a user, also while it is being enrolled. */
export const authenticatorContext = (userId: string): string => `authenticator of ${userId}`;
/** The hash of a password as another system has made it. One for all users: a hash opens no other account than its password does. */
export const importedPasswordContext = (): string => 'imported password';
/** What a person brings along, until the account is made. */
export const importRowContext = (row: string): string => `row ${row}`;
/** The key of a file in the file store. */
export const fileKeyContext = (objectId: string): string => `key of file ${objectId}`;
export const SERVER_SECRET_CONTEXT = 'server secret';
/** The key that signs for applications. */
export const signingKeyContext = (kid: string): string => `signing key ${kid}`;
/** Our private key towards SAML providers. */
export const samlKeyContext = (keyId: string): string => `SAML key ${keyId}`;
/** The secret that we have at an identity provider. */
export const connectionSecretContext = (connectionId: string): string => `secret of connection ${connectionId}`;
export const MAILED_LINK_CONTEXT = 'mailed link';

/** A link in queued mail: encrypted, as read access to the database must not be enough to follow it. */
export type MailedLink = string & { readonly isMailedLink: true };
export const mailedLink = (keyring: Keyring, address: string): MailedLink =>
  keyring.encrypt(MAILED_LINK_CONTEXT, address) as MailedLink;

interface Place {
  readonly table: string;
  /** Column of the primary key, or of the place where there is none. */
  readonly id: string;
  /** SQL of the encrypted text. */
  readonly value: string;
  /** SQL that puts the new text, `n.changed`, into its column. */
  readonly assignment: string;
  /** SQL of what the context names. */
  readonly owner: string;
  /** SQL condition on the rows. */
  readonly condition: string;
  context(owner: string): string;
}

/** `server/password/storedHash.ts` says how such a hash is stored. */
const importedHash = {
  value: `substring(password_hash FROM '^imported:[^:]*:(.*)$')`,
  assignment: `password_hash = 'imported:' || split_part(password_hash, ':', 2) || ':' || n.changed`,
  owner: `''`,
  context: importedPasswordContext,
} as const;

const places: readonly Place[] = [
  { table: 'users', id: 'user_id', condition: 'imported_scheme IS NOT NULL', ...importedHash },
  { table: 'password_history', id: 'ctid', condition: `starts_with(password_hash, 'imported:')`, ...importedHash },
  {
    table: 'users',
    id: 'user_id',
    value: 'mfa_secret',
    assignment: 'mfa_secret = n.changed',
    owner: 'user_id::text',
    condition: 'mfa_enrolled',
    context: authenticatorContext,
  },
  {
    table: 'sessions',
    id: 'session_id',
    value: 'mfa_candidate',
    assignment: 'mfa_candidate = n.changed',
    owner: 'user_id::text',
    condition: 'true',
    context: authenticatorContext,
  },
  {
    table: 'oidc_keys',
    id: 'kid',
    value: 'private_key',
    assignment: 'private_key = n.changed',
    owner: 'kid',
    condition: 'true',
    context: signingKeyContext,
  },
  {
    table: 'saml_keys',
    id: 'key_id',
    value: 'private_key',
    assignment: 'private_key = n.changed',
    owner: 'key_id::text',
    condition: 'true',
    context: samlKeyContext,
  },
  {
    table: 'attachments',
    id: 'attachment_id',
    value: 'object_key',
    assignment: 'object_key = n.changed',
    owner: 'object_id::text',
    condition: 'true',
    context: fileKeyContext,
  },
  {
    table: 'connections',
    id: 'connection_id',
    value: 'client_secret',
    assignment: 'client_secret = n.changed',
    owner: 'connection_id::text',
    condition: 'true',
    context: connectionSecretContext,
  },
  {
    table: 'import_rows',
    id: 'ctid',
    value: 'secrets',
    assignment: 'secrets = n.changed',
    owner: `place || ' of import ' || import_id`,
    condition: 'true',
    context: importRowContext,
  },
  {
    table: 'settings',
    id: 'key',
    value: 'value',
    assignment: 'value = n.changed',
    owner: `''`,
    condition: `key = 'secret'`,
    context: () => SERVER_SECRET_CONTEXT,
  },
  {
    table: 'mails',
    id: 'mail_id',
    value: `data->>'link'`,
    assignment: `data = jsonb_set(data, '{link}', to_jsonb(n.changed))`,
    owner: `''`,
    condition: 'sent_at IS NULL',
    context: () => MAILED_LINK_CONTEXT,
  },
];

const BATCH_ROWS = 1000;

/**
 * Encrypts under the current key all values in clear text or under a former key. A value that changes meanwhile is left alone. Safe
 * in several processes at once. @returns the number of values
 */
export async function encryptStored(db: Db, keyring: Keyring): Promise<number> {
  const keyId = keyring.currentKeyId();
  if (keyId === undefined) return 0;
  let count = 0;
  for (const place of places) count += await encryptPlace(db, keyring, place, prefixOf(keyId));
  return count;
}

async function encryptPlace(db: Db, keyring: Keyring, place: Place, prefix: string): Promise<number> {
  const { table, id, value, assignment, owner, condition } = place;
  const column = (expression: string) => sql.raw<string>(expression);
  let count = 0;
  let after: string | null = null;
  for (;;) {
    const { rows } = await sql<{ id: string; owner: string; text: string }>`
      SELECT ${column(id)}::text AS id, ${column(owner)} AS owner, ${column(value)} AS text FROM ${sql.table(table)}
       WHERE ${column(value)} IS NOT NULL AND NOT starts_with(${column(value)}, ${prefix}) AND ${column(condition)}
         AND (${after}::text IS NULL OR ${column(id)}::text > ${after})
       ORDER BY ${column(id)}::text LIMIT ${BATCH_ROWS}`.execute(db);
    const changed = await Promise.all(
      rows.map(async (row) => {
        const context = place.context(row.owner);
        return keyring.encrypt(context, await keyring.decrypt(db, context, row.text));
      }),
    );
    const ids = rows.map((row) => row.id);
    const { numAffectedRows } = await sql`
      UPDATE ${sql.table(table)} t SET ${column(assignment)}
        FROM unnest(${ids}::text[], ${rows.map((row) => row.text)}::text[], ${changed}::text[]) AS n(id, former, changed)
       WHERE t.${column(id)}::text = n.id AND ${column(value)} = n.former`.execute(db);
    count += Number(numAffectedRows ?? 0n);
    if (rows.length < BATCH_ROWS) return count;
    after = ids.at(-1) ?? null;
  }
}
