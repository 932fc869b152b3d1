/**
 * The master keys, which never enter the database: from `SECRET_KEY`, from `SECRET_KEY_FILE`, or, with the built-in database, from
 * a file made at first start. The first one encrypts the data keys; the others only decrypt, while keys are being changed.
 */
import { hkdfSync, randomBytes } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import path from 'node:path';
import { type Config, ConfigError } from '../config/config.ts';
import { decrypt, encrypt, KEY_BYTES } from './cipher.ts';

type Source = Pick<Config, 'SECRET_KEY' | 'SECRET_KEY_FILE' | 'DATABASE_URL' | 'DATA_DIR'>;

/** 256 bits in base64url are 43 characters, in hexadecimal 64; fewer than 32 are no random key. */
const MIN_KEY_LENGTH = 32;

/** The file is readable by its owner only. Keep a copy apart from the backups: without it, no authenticator in them works. */
const ownKeyFile = ({ DATA_DIR }: Pick<Config, 'DATA_DIR'>): string => path.join(DATA_DIR, 'secret.key');

export const usesOwnKeyFile = (config: Source): boolean =>
  config.SECRET_KEY === undefined && config.SECRET_KEY_FILE === undefined && config.DATABASE_URL === undefined;

export interface MasterKeys {
  /** Encrypts a data key under the first master key. */
  wrap(context: string, key: Buffer): string;
  /** @returns undefined if no master key fits */
  unwrap(context: string, wrapped: string): Buffer | undefined;
}

/** @returns undefined if none is configured. @throws ConfigError for a missing file or a short key */
export function readMasterKeys(config: Source): MasterKeys | undefined {
  const texts = readTexts(config);
  return texts && masterKeysOf(texts);
}

/** Puts a new master key before those of the own file. @returns a function that then removes the former ones */
export function renewOwnKey(config: Source): () => void {
  const file = ownKeyFile(config);
  const renewed = newKey();
  const former = existsSync(file) ? linesOf(readFileSync(file, 'utf8')) : [];
  replaceFile(file, [renewed, ...former]);
  return () => {
    replaceFile(file, [renewed]);
  };
}

function readTexts(config: Source): string[] | undefined {
  if (config.SECRET_KEY !== undefined)
    return checked(
      'SECRET_KEY',
      config.SECRET_KEY.split(',').map((key) => key.trim()),
    );
  if (config.SECRET_KEY_FILE !== undefined) return checked('SECRET_KEY_FILE', linesOf(readKeyFile(config.SECRET_KEY_FILE)));
  if (config.DATABASE_URL !== undefined) return undefined;
  const file = ownKeyFile(config);
  if (!existsSync(file)) createFile(file);
  return checked(file, linesOf(readKeyFile(file)));
}

function readKeyFile(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new ConfigError(`SECRET_KEY_FILE: ${file} cannot be read (${(error as NodeJS.ErrnoException).code ?? 'error'})`);
  }
}

function checked(name: string, keys: string[]): string[] {
  if (keys.length === 0 || keys.some((key) => key.length < MIN_KEY_LENGTH))
    throw new ConfigError(
      `${name}: a key needs at least ${String(MIN_KEY_LENGTH)} characters, such as \`openssl rand -base64 32\` gives`,
    );
  return keys;
}

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);

const newKey = (): string => randomBytes(KEY_BYTES).toString('base64url');

function masterKeysOf(texts: readonly string[]): MasterKeys {
  const keys = texts.map((text) => Buffer.from(hkdfSync('sha256', text, '', 'gatehouse master key', KEY_BYTES)));
  return {
    wrap: (context, key) => encrypt(keys[0] as Buffer, context, key),
    unwrap(context, wrapped) {
      for (const key of keys) {
        try {
          return decrypt(key, context, wrapped);
        } catch {
          // Another one's.
        }
      }
      return undefined;
    },
  };
}

/** Creates the file; of concurrent starts the first file stays. */
function createFile(file: string): void {
  mkdirSync(path.dirname(file), { recursive: true });
  const part = writePart(file, [newKey()]);
  try {
    linkSync(part, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(part, { force: true });
  }
}

const replaceFile = (file: string, keys: readonly string[]): void => {
  renameSync(writePart(file, keys), file);
};

/** Syncs the file to disk before it is renamed: the data keys are useless without it. */
function writePart(file: string, keys: readonly string[]): string {
  const part = `${file}.${randomBytes(4).toString('hex')}`;
  const handle = openSync(part, 'wx', 0o600);
  writeSync(handle, `${keys.join('\n')}\n`);
  fsyncSync(handle);
  closeSync(handle);
  return part;
}
