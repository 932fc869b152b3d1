/** Rows of an import, made ready for their accounts: opened, and their credentials in the form in which `users` stores them. */
import { randomUUID } from 'node:crypto';
import type { ImportedPasskey } from '../accounts/imported.ts';
import type { Db, Transaction } from '../db/database.ts';
import type { Keyring } from '../encryption/keyring.ts';
import { authenticatorContext, importRowContext } from '../encryption/storedSecrets.ts';
import { readImportedHash } from '../password/importedHash.ts';
import type { PasswordHasher } from '../password/passwordHasher.ts';
import { wrap } from '../password/schemes/wrapped.ts';
import { storedForm } from '../password/storedHash.ts';
import { factorsOf } from './credentials.ts';
import { formerPerson } from './judge.ts';
import { chosenPasskeys } from './passkeys.ts';
import type { Prepared } from './prepare.ts';

export interface JoinContext {
  readonly db: Db;
  readonly keyring: Keyring;
  readonly passwords: Pick<PasswordHasher, 'hash'>;
  /** Mails a link to set a first password. */
  readonly askForPassword: (tx: Transaction, userId: string, now: Date) => Promise<void>;
}

/** So many accounts are made in a twentieth of a second, for which a page of the users list may wait. */
const BATCH_ROWS = 100;

export interface ReadyRow {
  readonly place: number;
  readonly person: Prepared;
  readonly userId: string;
  /** As `users` stores them. */
  readonly passwordHash: string | null;
  readonly authenticator: string | null;
  readonly recoveryCodes: readonly string[];
  readonly passkeys: readonly ImportedPasskey[];
  readonly refusal: string | null;
}

/** Reads and prepares rows that have no outcome yet, in their order. */
export async function nextBatch(context: JoinContext, importId: string): Promise<ReadyRow[]> {
  const rows = await context.db
    .selectFrom('import_rows')
    .select(['place', 'person', 'secrets', 'refusal'])
    .where('import_id', '=', importId)
    .where('outcome', 'is', null)
    .orderBy('place')
    .limit(BATCH_ROWS)
    .execute();
  const ready: ReadyRow[] = [];
  // One after the other: the hashes of weak ones wait in the same queue as logins.
  for (const row of rows) ready.push(await readyRow(context, importId, row));
  return ready;
}

interface StoredRow extends Pick<ReadyRow, 'place' | 'refusal'> {
  readonly person: unknown;
  readonly secrets: string | null;
}

async function readyRow(
  context: JoinContext,
  importId: string,
  { place, person, secrets, refusal }: StoredRow,
): Promise<ReadyRow> {
  const { db, keyring } = context;
  const userId = randomUUID();
  const rowContext = importRowContext(`${String(place)} of import ${importId}`);
  const { password, passkeyIds } = person as Prepared;
  const former = secrets === null || refusal !== null ? undefined : formerPerson(await keyring.decrypt(db, rowContext, secrets));
  const { authenticator, recoveryCodes = [] } = former ? factorsOf(former) : {};
  return {
    place,
    userId,
    person: person as Prepared,
    passwordHash: former && password !== null ? await storedHash(context, former.passwordHash) : null,
    authenticator: authenticator === undefined ? null : keyring.encrypt(authenticatorContext(userId), authenticator),
    recoveryCodes,
    passkeys: former ? chosenPasskeys(former, passkeyIds) : [],
    refusal,
  };
}

async function storedHash({ keyring, passwords }: JoinContext, text: string): Promise<string | null> {
  const hash = readImportedHash(text);
  if (hash === undefined || hash === 'tooCostly') return null;
  if (!hash.weak) return storedForm(keyring, text, hash);
  const outer = await passwords.hash(hash.weak.digest);
  return storedForm(keyring, wrap(text, hash.weak.digest, outer), { dummy: dummyOf(outer) });
}

/** Of argon2id the parameters alone. */
function dummyOf(argon2id: string): string {
  const hash = readImportedHash(argon2id);
  if (hash === undefined || hash === 'tooCostly') throw new Error('The own argon2id has other parameters than any');
  return hash.dummy;
}
