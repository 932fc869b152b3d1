/** The data keys in the database, encrypted by the master key: one current key of each purpose, and former ones. */
import { randomBytes, randomUUID } from 'node:crypto';
import type { Selectable } from 'kysely';
import type { Db, Queries } from '../db/database.ts';
import type { DataKeysTable } from '../db/schema/foundation.ts';
import { ConfigError } from '../config/config.ts';
import { KEY_BYTES } from './cipher.ts';
import type { MasterKeys } from './masterKeys.ts';

/** `text`: encrypts values in the database; `audit`: keys the signatures of the audit, and is never deleted. */
type KeyPurpose = 'text' | 'audit';
export type StoredKey = Selectable<DataKeysTable>;

export interface DataKey {
  readonly keyId: string;
  readonly bytes: Buffer;
}

const contextOf = ({ key_id: keyId, purpose }: Pick<StoredKey, 'key_id' | 'purpose'>): string => `data key ${keyId} ${purpose}`;

export function unwrapKey(masters: MasterKeys, stored: StoredKey): DataKey {
  const bytes = masters.unwrap(contextOf(stored), stored.wrapped);
  if (!bytes)
    throw new ConfigError(
      'SECRET_KEY: this is not the key that the secrets in the database are encrypted with; bring the former one back',
    );
  return { keyId: stored.key_id, bytes };
}

export const findKey = (queries: Queries, keyId: string): Promise<StoredKey | undefined> =>
  queries.selectFrom('data_keys').selectAll().where('key_id', '=', keyId).executeTakeFirst();

/** The current key, created if there is none. Commits at once: a key must outlive the transaction that first uses it. */
export async function currentKey(db: Db, masters: MasterKeys, purpose: KeyPurpose, now: Date): Promise<DataKey> {
  const existing = await findCurrent(db, purpose);
  if (existing) return unwrapKey(masters, existing);
  await insertKey(db, masters, purpose, now);
  return unwrapKey(masters, (await findCurrent(db, purpose)) as StoredKey);
}

/** Does nothing if there is a current key: of concurrent calls one succeeds. */
async function insertKey(queries: Queries, masters: MasterKeys, purpose: KeyPurpose, now: Date): Promise<void> {
  const key = { key_id: randomUUID().slice(0, 8), purpose };
  await queries
    .insertInto('data_keys')
    .values({
      ...key,
      wrapped: masters.wrap(contextOf(key), randomBytes(KEY_BYTES)),
      created_at: now,
      retired_at: null,
      settled_at: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

const findCurrent = (queries: Queries, purpose: KeyPurpose): Promise<StoredKey | undefined> =>
  queries.selectFrom('data_keys').selectAll().where('purpose', '=', purpose).where('retired_at', 'is', null).executeTakeFirst();

/** Retires the current keys, makes new ones, and encrypts all under the first master key. Call it in one transaction. */
export async function renewKeys(tx: Queries, masters: MasterKeys, now: Date): Promise<void> {
  const former = await tx.selectFrom('data_keys').selectAll().forUpdate().execute();
  for (const key of former)
    await tx
      .updateTable('data_keys')
      .set({ wrapped: masters.wrap(contextOf(key), unwrapKey(masters, key).bytes), retired_at: key.retired_at ?? now })
      .where('key_id', '=', key.key_id)
      .execute();
  for (const purpose of ['text', 'audit'] as const) await insertKey(tx, masters, purpose, now);
}
