/**
 * Rotation of the keys while servers run: new values get the new key, stored ones are encrypted anew, and a retired key is deleted
 * when every process has long noticed and nothing is under it any more.
 */
import { addMs, HOUR, MINUTE } from '../clock.ts';
import { transaction, type Db } from '../db/database.ts';
import { renewKeys } from './dataKeys.ts';
import type { Keyring } from './keyring.ts';
import type { MasterKeys } from './masterKeys.ts';
import { encryptStored } from './storedSecrets.ts';

/** How often a process reads which keys are current. */
export const REFRESH_KEYS_MS = 20_000;
/** Time after which every process encrypts with the new key. */
const NOTICED_MS = 2 * MINUTE;
/** Far longer than a process may encrypt with a key it has not read anew (keyring.ts). */
const KEEP_RETIRED_MS = HOUR;

/** @param keepRetiredMs 0 if no other process uses the database. @returns the number of values encrypted anew */
export async function rotateKeys(
  db: Db,
  {
    keyring,
    masters,
    now,
    keepRetiredMs = KEEP_RETIRED_MS,
  }: { keyring: Keyring; masters: MasterKeys; now: Date; keepRetiredMs?: number },
): Promise<number> {
  await transaction(db, (tx) => renewKeys(tx, masters, now));
  await keyring.refresh();
  const count = await encryptStored(db, keyring);
  if (keepRetiredMs === 0) await deleteRetired(db, now);
  return count;
}

/** The job of every server: finishes what a rotation, or the first key of a database, began. */
export async function finishRotation(db: Db, keyring: Keyring, now: Date): Promise<void> {
  const keyId = keyring.currentKeyId();
  if (keyId === undefined) return;
  const key = await db.selectFrom('data_keys').selectAll().where('key_id', '=', keyId).executeTakeFirst();
  if (!key) return;
  if (key.settled_at === null) {
    const count = await encryptStored(db, keyring);
    if (count === 0 && addMs(key.created_at, NOTICED_MS) < now)
      await db.updateTable('data_keys').set({ settled_at: now }).where('key_id', '=', keyId).execute();
  } else await deleteRetired(db, addMs(now, -KEEP_RETIRED_MS));
}

async function deleteRetired(db: Db, retiredBefore: Date): Promise<void> {
  await db.deleteFrom('data_keys').where('purpose', '=', 'text').where('retired_at', '<=', retiredBefore).execute();
}
