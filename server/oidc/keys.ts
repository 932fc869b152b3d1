/**
 * The keys that sign ID tokens and logout tokens: made when first needed, encrypted in the database, published before they sign and
 * for a while after.
 */
import { generateKeyPair, randomUUID } from 'node:crypto';
import { promisify } from 'node:util';
import { addMs, DAY, MINUTE } from '../clock.ts';
import { sql } from 'kysely';
import { transaction, type Db, type Queries, type Transaction } from '../db/database.ts';
import type { Keyring } from '../encryption/keyring.ts';
import { signingKeyContext } from '../encryption/storedSecrets.ts';

const KEY_BITS = 2048;
/** Far longer than every process needs to notice (jobs.ts). */
const PUBLISH_BEFORE_MS = 2 * MINUTE;
/** Far longer than an ID token is valid; also the time in which one is accepted as a hint at logout. */
const PUBLISH_AFTER_MS = 2 * DAY;

export type PrivateJwk = Record<string, string> & { kid: string };

const generate = promisify(generateKeyPair);

/** The published keys; the first one signs. */
export async function readSigningKeys(queries: Queries, keyring: Keyring, now: Date): Promise<PrivateJwk[]> {
  const rows = await queries
    .selectFrom('oidc_keys')
    .select(['kid', 'private_key', 'signs_from'])
    .where((where) => where.or([where('retired_at', 'is', null), where('retired_at', '>', addMs(now, -PUBLISH_AFTER_MS))]))
    .orderBy('signs_from', 'desc')
    .execute();
  const ordered = [...rows.filter((row) => row.signs_from <= now), ...rows.filter((row) => row.signs_from > now)];
  return Promise.all(
    ordered.map(async ({ kid, private_key: text }) => {
      const key = JSON.parse(await keyring.decrypt(queries, signingKeyContext(kid), text)) as Record<string, string>;
      return { ...key, kid, alg: 'RS256', use: 'sig' };
    }),
  );
}

/** Makes the first key; of concurrent calls one succeeds. */
export async function ensureSigningKey(queries: Queries, keyring: Keyring, now: Date): Promise<void> {
  const existing = await queries.selectFrom('oidc_keys').select('kid').where('retired_at', 'is', null).executeTakeFirst();
  if (!existing) await insertKey(queries, keyring, { now, signsFrom: now });
}

/** Retires the current key; the new one signs once everyone can know it. No effect without a current key. */
export async function rotateSigningKey(tx: Transaction, keyring: Keyring, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('oidc_keys')
    .set({ retired_at: now })
    .where('retired_at', 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  await insertKey(tx, keyring, { now, signsFrom: addMs(now, PUBLISH_BEFORE_MS) });
  return true;
}

const isOutdated = (days: number, now: Date) => sql<boolean>`retired_at IS NULL AND created_at < ${addMs(now, -days * DAY)}`;
const isForgotten = (now: Date) => sql<boolean>`retired_at < ${addMs(now, -PUBLISH_AFTER_MS)}`;

/** SQL: whether keys have to be replaced or deleted. @param days after which the current one is replaced */
export const signingKeysAreDue = (days: number, now: Date) =>
  sql<boolean>`EXISTS (SELECT FROM oidc_keys WHERE ${isOutdated(days, now)} OR ${isForgotten(now)})`;

/** Replaces the current key if it is older than `days`, and deletes keys that are not published any more. */
export async function renewSigningKeys(
  db: Db,
  keyring: Keyring,
  { days, now }: { readonly days: number; readonly now: Date },
): Promise<void> {
  const outdated = await db.selectFrom('oidc_keys').select('kid').where(isOutdated(days, now)).executeTakeFirst();
  if (outdated) await transaction(db, (tx) => rotateSigningKey(tx, keyring, now));
  await db.deleteFrom('oidc_keys').where(isForgotten(now)).execute();
}

async function insertKey(queries: Queries, keyring: Keyring, { now, signsFrom }: { now: Date; signsFrom: Date }): Promise<void> {
  const kid = randomUUID();
  const { privateKey } = await generate('rsa', { modulusLength: KEY_BITS });
  const text = JSON.stringify(privateKey.export({ format: 'jwk' }));
  await queries
    .insertInto('oidc_keys')
    .values({
      kid,
      private_key: keyring.encrypt(signingKeyContext(kid), text),
      created_at: now,
      signs_from: signsFrom,
      retired_at: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
