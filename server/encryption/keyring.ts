/**
 * Encrypts what must not be readable in a dump of the database: authenticator keys, the server's secret, links in queued mail.
 * Envelope encryption: values under a data key, data keys under the master key, which is outside of the database.
 */
import { createHmac } from 'node:crypto';
import { MINUTE } from '../clock.ts';
import { ConfigError } from '../config/config.ts';
import type { Db, Queries } from '../db/database.ts';
import { decrypt, encrypt } from './cipher.ts';
import { currentKey, findKey, unwrapKey, type DataKey, type StoredKey } from './dataKeys.ts';
import type { MasterKeys } from './masterKeys.ts';

export interface Keyring {
  /** Encrypts a text; without a master key returns it unchanged. @param context the place of the value: it decrypts nowhere else */
  encrypt(context: string, text: string): string;
  /** Texts from before there was a key are returned as they are. */
  decrypt(queries: Queries, context: string, text: string): Promise<string>;
  /** The current key of the audit; undefined without a master key. */
  auditKey(): AuditKey | undefined;
  auditKeyById(queries: Queries, keyId: string): Promise<AuditKey | undefined>;
  /** Reads which keys are current; called at intervals, because another process may have changed them. */
  refresh(): Promise<void>;
  /** The id of the key that encrypts; undefined without a master key. */
  currentKeyId(): string | undefined;
}

export interface AuditKey {
  readonly keyId: string;
  hmac(): ReturnType<typeof createHmac>;
}

/** Prefix of every encrypted value: no authenticator key and no address begins so. */
const ENCRYPTED = 'enc:v1:';
export const prefixOf = (keyId: string): string => `${ENCRYPTED}${keyId}:`;

/** It must be far below the time that retired keys are kept (rotation.ts): values encrypted later could be lost. */
const MAX_AGE_MS = 20 * MINUTE;

export async function openKeyring(db: Db, masters: MasterKeys | undefined, now: () => Date): Promise<Keyring> {
  if (masters) return keyringOf(db, masters, now);
  const encrypted = await db.selectFrom('data_keys').select('key_id').limit(1).executeTakeFirst();
  if (encrypted)
    throw new ConfigError(
      'SECRET_KEY: the secrets in this database are encrypted; set the SECRET_KEY or SECRET_KEY_FILE they were encrypted with',
    );
  return plain;
}

const plain: Keyring = {
  encrypt: (_context, text) => text,
  decrypt: (_queries, _context, text) =>
    text.startsWith(ENCRYPTED) ? Promise.reject(new Error('An encrypted value, but no SECRET_KEY')) : Promise.resolve(text),
  auditKey: () => undefined,
  auditKeyById: () => Promise.resolve(undefined),
  refresh: () => Promise.resolve(),
  currentKeyId: () => undefined,
};

async function keyringOf(db: Db, masters: MasterKeys, now: () => Date): Promise<Keyring> {
  const known = new Map<string, DataKey>();
  let current = await load();

  async function load(): Promise<{ text: DataKey; audit: DataKey; at: number }> {
    const text = await currentKey(db, masters, 'text', now());
    const audit = await currentKey(db, masters, 'audit', now());
    for (const key of [text, audit]) known.set(key.keyId, key);
    return { text, audit, at: performance.now() };
  }

  async function keyById(queries: Queries, keyId: string): Promise<DataKey | undefined> {
    const stored: StoredKey | undefined = known.has(keyId) ? undefined : await findKey(queries, keyId);
    if (stored) known.set(keyId, unwrapKey(masters, stored));
    return known.get(keyId);
  }

  const forAudit = (key: DataKey): AuditKey => ({ keyId: key.keyId, hmac: () => createHmac('sha256', key.bytes) });

  return {
    encrypt(context, text) {
      if (performance.now() - current.at > MAX_AGE_MS)
        throw new Error('The keys could not be read for too long to encrypt with them');
      return prefixOf(current.text.keyId) + encrypt(current.text.bytes, context, Buffer.from(text));
    },
    async decrypt(queries, context, text) {
      if (!text.startsWith(ENCRYPTED)) return text;
      const [keyId = '', ciphertext = ''] = text.slice(ENCRYPTED.length).split(':');
      const key = await keyById(queries, keyId);
      if (!key) throw new Error(`The data key ${keyId} is not in the database any more`);
      return decrypt(key.bytes, context, ciphertext).toString();
    },
    auditKey: () => forAudit(current.audit),
    async auditKeyById(queries, keyId) {
      const key = await keyById(queries, keyId);
      return key && forAudit(key);
    },
    async refresh() {
      current = await load();
    },
    currentKeyId: () => current.text.keyId,
  };
}
