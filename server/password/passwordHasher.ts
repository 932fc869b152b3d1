/**
 * Password hashes: argon2id with the parameters in the hash (PHC string), upgraded at login. Hashing is the one costly
 * thing anybody may ask of us, so it queues: a few at a time, no longer than anybody would wait, and 503 at once beyond it.
 */
import { argon2, randomBytes, timingSafeEqual, type Argon2Parameters } from 'node:crypto';
import { concurrencyLimiter, type ConcurrencyLimits } from './concurrencyLimiter.ts';
import type { Problem } from '../http/problem.ts';

/** OWASP password storage cheat sheet: 19 MiB, 2 passes, 1 lane. */
const PARAMETERS = { memory: 19_456, passes: 2, parallelism: 1 };
const TAG_BYTES = 32;
const SALT_BYTES = 16;

interface Parsed {
  memory: number;
  passes: number;
  parallelism: number;
  salt: Buffer;
  tag: Buffer;
}

interface Hashing {
  hash(password: string): Promise<string>;
  /** `hash` null: a dummy is checked all the same, so that an unknown user costs the same time. */
  verify(password: string, hash: string | null): Promise<boolean>;
}

export interface PasswordHasher extends Hashing {
  /** Waits for one place in the queue and keeps it for all that `work` does: nothing is done before there is room for the hash. */
  inPlace<T>(work: (hashing: Hashing) => Promise<T>): Promise<T>;
  /** What somebody would be told who came for a place now, without having made one wait; undefined while there is room. */
  refusal(): Problem | undefined;
  /** Whether a hash was made with other parameters than today's. */
  outdated(hash: string): boolean;
}

/** Longer ones are refused before they are hashed. */
export const MAX_PASSWORD_BYTES = 1024;

export const passwordTooLong = (password: string): boolean => Buffer.byteLength(password.normalize('NFC')) > MAX_PASSWORD_BYTES;

export function passwordHasher(limits: ConcurrencyLimits): PasswordHasher {
  const enter = concurrencyLimiter(limits);
  return {
    hash: (password) => enter(() => hash(password)),
    verify: (password, stored) => enter(() => verify(password, stored)),
    inPlace: (work) => enter(() => work({ hash, verify })),
    refusal: enter.refusal,
    outdated(stored) {
      const { memory, passes, parallelism } = parse(stored);
      return memory !== PARAMETERS.memory || passes !== PARAMETERS.passes || parallelism !== PARAMETERS.parallelism;
    },
  };
}

async function hash(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  return format(salt, await derive(password, { nonce: salt, tagLength: TAG_BYTES, ...PARAMETERS }));
}

async function verify(password: string, stored: string | null): Promise<boolean> {
  if (passwordTooLong(password)) return false;
  const { salt, tag, ...parameters } = parse(stored ?? DUMMY);
  const key = await derive(password, { nonce: salt, tagLength: tag.length, ...parameters });
  return timingSafeEqual(key, tag) && stored !== null;
}

const derive = (password: string, parameters: Omit<Argon2Parameters, 'message'>) =>
  new Promise<Buffer>((resolve, reject) => {
    argon2('argon2id', { message: Buffer.from(password.normalize('NFC')), ...parameters }, (error, key) => {
      if (error) reject(error);
      else resolve(key);
    });
  });

const unpadded = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');

const format = (salt: Buffer, tag: Buffer) =>
  `$argon2id$v=19$m=${PARAMETERS.memory},t=${PARAMETERS.passes},p=${PARAMETERS.parallelism}$${unpadded(salt)}$${unpadded(tag)}`;

const DUMMY = format(randomBytes(SALT_BYTES), randomBytes(TAG_BYTES));

function parse(hash: string): Parsed {
  const match = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/.exec(hash);
  if (!match) throw new Error('A stored password hash is not argon2id');
  const [, memory, passes, parallelism, salt, tag] = match as unknown as [string, string, string, string, string, string];
  return {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    salt: Buffer.from(salt, 'base64'),
    tag: Buffer.from(tag, 'base64'),
  };
}
