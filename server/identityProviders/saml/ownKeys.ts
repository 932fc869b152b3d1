/**
 * Our key pairs towards SAML providers, for the whole installation: a current one, which signs, and the next one, which is in our
 * metadata for years before it signs. Both are made when first needed, and are encrypted in the database.
 */
import { randomUUID } from 'node:crypto';
import type { Insertable, Selectable } from 'kysely';
import { addMs, DAY, HOUR } from '../../clock.ts';
import type { Db, Queries, Transaction } from '../../db/database.ts';
import type { Database } from '../../db/schema.ts';
import type { Keyring } from '../../encryption/keyring.ts';
import { samlKeyContext } from '../../encryption/storedSecrets.ts';
import { newKeyPair, selfSigned, type KeyPair } from './ownCertificate.ts';

/** Time between the ends of a certificate and of the one after it: each is the current one for that long. */
const CERTIFICATE_LIFE_MS = 3 * 365 * DAY;
/** Providers refuse a request that is signed under a certificate that has ended. */
const REPLACE_BEFORE_END_MS = HOUR;
/** Time in which providers whose certificates are entered by hand may still encrypt for a former one. */
const FORMER_DECRYPTS_MS = 90 * DAY;
/** All keys are tried on each assertion, each for some milliseconds of the process. */
const MAX_FORMER = 1;

type StoredKey = Selectable<Database['saml_keys']>;

export interface OwnKey {
  /** PKCS #8 in PEM. */
  readonly privateKey: string;
  /** In PEM. */
  readonly certificate: string;
}

export interface OwnKeys {
  readonly current: OwnKey;
  readonly next: OwnKey;
  readonly former: readonly OwnKey[];
}

/** The keys, made if there are none. They are read each time, so that each process signs with the same one. */
export async function readOwnKeys(db: Db, keyring: Keyring, now: Date): Promise<OwnKeys> {
  let stored = await storedKeys(db, now);
  if (stored.length === 0) {
    await ensureOwnKeys(db, keyring, now);
    stored = await storedKeys(db, now);
  }
  const keys = await Promise.all(
    stored.map(async ({ key_id: id, state, private_key: text, certificate }) => ({
      state,
      key: { privateKey: await keyring.decrypt(db, samlKeyContext(id), text), certificate },
    })),
  );
  const [current] = keys.filter(({ state }) => state === 'current');
  const [next] = keys.filter(({ state }) => state === 'next');
  if (!current || !next) throw new Error('The SAML keys are not complete');
  const former = keys.filter(({ state }) => state === 'former').map(({ key }) => key);
  return { current: current.key, next: next.key, former: former.slice(0, MAX_FORMER) };
}

const storedKeys = (queries: Queries, now: Date): Promise<StoredKey[]> =>
  queries
    .selectFrom('saml_keys')
    .selectAll()
    .where((where) => where.or([where('replaced_at', 'is', null), where('replaced_at', '>', addMs(now, -FORMER_DECRYPTS_MS))]))
    .orderBy('replaced_at', 'desc')
    .execute();

/** Makes the first two; of concurrent calls, in any number of processes, one succeeds. */
export async function ensureOwnKeys(db: Db, keyring: Keyring, now: Date): Promise<void> {
  const existing = await db.selectFrom('saml_keys').select('key_id').where('state', '=', 'current').executeTakeFirst();
  if (existing) return;
  const [current, next] = await Promise.all([newKeyPair(), newKeyPair()]);
  await db
    .insertInto('saml_keys')
    // One statement in this order: who inserts the current key inserts the next one.
    .values([
      await rowOf(keyring, current, { state: 'current', now, notAfter: addMs(now, CERTIFICATE_LIFE_MS) }),
      await rowOf(keyring, next, { state: 'next', now, notAfter: addMs(now, 2 * CERTIFICATE_LIFE_MS) }),
    ])
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/**
 * The next key becomes the current one, and gets a successor. @param isDue whether it has to be, judged once the keys are locked
 * @returns the end of the new current certificate; undefined if there are no keys, or it was not due
 */
export async function replaceOwnKey(
  tx: Transaction,
  keyring: Keyring,
  { pair, now, isDue }: { readonly pair: KeyPair; readonly now: Date; readonly isDue: (notAfter: Date) => boolean },
): Promise<Date | undefined> {
  const replacing = await tx
    .selectFrom('saml_keys')
    .select(['key_id', 'not_after'])
    .where('state', '=', 'current')
    .forUpdate()
    .executeTakeFirst();
  if (!replacing || !isDue(replacing.not_after)) return undefined;
  await tx.updateTable('saml_keys').set({ state: 'former', replaced_at: now }).where('key_id', '=', replacing.key_id).execute();
  const { not_after: notAfter } = await tx
    .updateTable('saml_keys')
    .set({ state: 'current' })
    .where('state', '=', 'next')
    .returning('not_after')
    .executeTakeFirstOrThrow();
  const end = addMs(notAfter > now ? notAfter : now, CERTIFICATE_LIFE_MS);
  await tx
    .insertInto('saml_keys')
    .values(await rowOf(keyring, pair, { state: 'next', now, notAfter: end }))
    .execute();
  return notAfter;
}

export const isReplacementDue = (notAfter: Date, now: Date): boolean => notAfter <= addMs(now, REPLACE_BEFORE_END_MS);

export async function ownKeyDue(queries: Queries, now: Date): Promise<boolean> {
  const current = await queries.selectFrom('saml_keys').select('not_after').where('state', '=', 'current').executeTakeFirst();
  return current !== undefined && isReplacementDue(current.not_after, now);
}

export async function deleteFormerKeys(queries: Queries, now: Date): Promise<void> {
  await queries.deleteFrom('saml_keys').where('replaced_at', '<=', addMs(now, -FORMER_DECRYPTS_MS)).execute();
}

async function rowOf(
  keyring: Keyring,
  pair: KeyPair,
  { state, now, notAfter }: { state: StoredKey['state']; now: Date; notAfter: Date },
): Promise<Insertable<Database['saml_keys']>> {
  const keyId = randomUUID();
  const certificate = await selfSigned(pair, now, notAfter);
  const text = pair.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  return {
    key_id: keyId,
    state,
    private_key: keyring.encrypt(samlKeyContext(keyId), text),
    certificate: certificate.pem,
    fingerprint: certificate.fingerprint,
    not_before: certificate.notBefore,
    not_after: certificate.notAfter,
  };
}
