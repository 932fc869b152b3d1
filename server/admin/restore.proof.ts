/**
 * The proof of a backup, made with the audit key that is in the backup itself, encrypted under SECRET_KEY. So a backup that was
 * changed or forged without that key is refused, whatever its hash.
 */
import { createHmac } from 'node:crypto';
import type pg from 'pg';
import { unwrapKey, type StoredKey } from '../encryption/dataKeys.ts';
import type { MasterKeys } from '../encryption/masterKeys.ts';
import { backupProof, type Tail } from './backup.ts';
import { RestoreRefused } from './restore.lines.ts';

/** @param client the transaction that has filled the tables. @throws RestoreRefused */
export async function requireProof(
  client: pg.ClientBase,
  { sha256, keyId, proof }: Tail,
  masters: MasterKeys | undefined,
): Promise<void> {
  if (!masters && keyId !== null)
    throw new RestoreRefused(
      'The backup is proven by a key, and its secrets are encrypted: set the SECRET_KEY it was made with.',
    );
  if (masters && keyId === null)
    throw new RestoreRefused(
      'The backup has no proof that it is unchanged: it was made without SECRET_KEY, and is restored without it.',
    );
  const key = masters && keyId !== null ? await findKey(client, masters, keyId) : undefined;
  if (backupProof(key, sha256) !== proof) throw new RestoreRefused('The backup has been changed: its proof does not fit.');
}

async function findKey(client: pg.ClientBase, masters: MasterKeys, keyId: string) {
  const { rows } = await client.query<StoredKey>(`SELECT * FROM data_keys WHERE key_id = $1 AND purpose = 'audit'`, [keyId]);
  const [stored] = rows;
  if (!stored) throw new RestoreRefused('The backup has been changed: the key of its proof is not in it.');
  const { bytes } = unwrapKey(masters, stored);
  return { hmac: () => createHmac('sha256', bytes) };
}
