/** `npm run admin -- keys rotate`: new keys for the secrets in the database. Servers may keep running. */
import { appendAuditEvent } from '../audit/append.ts';
import { openKeyring } from '../encryption/keyring.ts';
import { readMasterKeys, renewOwnKey, usesOwnKeyFile } from '../encryption/masterKeys.ts';
import { rotateKeys } from '../encryption/rotation.ts';
import { transaction } from '../db/database.ts';
import { rotateSigningKey } from '../oidc/keys.ts';
import { CommandRefused } from './users.ts';
import type { OpenedDatabase } from './withDatabase.ts';

export async function keysCommand(store: OpenedDatabase, what: string): Promise<string> {
  if (what !== 'rotate') throw new CommandRefused('npm run admin -- keys rotate');
  const { config, db, now, origin } = store;
  // Both the former and the new master key are in the file until everything is under the new one.
  const forgetFormer = usesOwnKeyFile(config) ? renewOwnKey(config) : undefined;
  const masters = readMasterKeys(config);
  if (!masters) throw new CommandRefused('SECRET_KEY is not set: nothing in the database is encrypted.');
  const keyring = await openKeyring(db, masters, () => now);
  // No other process uses the built-in database now, so the former data key is not needed any more.
  const isOnlyProcess = config.DATABASE_URL === undefined;
  const count = await rotateKeys(db, { keyring, masters, now, ...(isOnlyProcess ? { keepRetiredMs: 0 } : {}) });
  const hasNewSigningKey = await transaction(db, (tx) => rotateSigningKey(tx, keyring, now));
  await appendAuditEvent(db, origin, { action: 'Operator.RotateKeys', details: { values: count, signingKey: hasNewSigningKey } });
  forgetFormer?.();
  const serversNotice = isOnlyProcess
    ? ''
    : ' Running servers take the new key within a minute and delete the former one after an hour.';
  const signingNotice = hasNewSigningKey
    ? ' The key that signs for applications is replaced in two minutes; both are published meanwhile.'
    : '';
  return `The keys are new, and ${String(count)} values are encrypted anew.${serversNotice}${signingNotice}`;
}
