/**
 * Password hashes: argon2id with its parameters in the hash (PHC string), upgraded at login, as are hashes that came from other systems.
 * Hashing is the one costly operation that anonymous callers can trigger, so it is queued: a few at a time, a maximum wait, then 503 at
 * once.
 */
import { argon2, randomBytes, timingSafeEqual, type Argon2Parameters } from 'node:crypto';
import { concurrencyLimiter, type ConcurrencyLimits } from '../http/concurrencyLimiter.ts';
import type { Problem } from '../http/problem.ts';
import type { ImportedPasswords } from './importedPasswords.ts';
import { isImported } from './storedHash.ts';

interface Cost {
  /** The memory in KiB. */
  readonly memory: number;
  readonly passes: number;
  readonly parallelism: number;
}

/** OWASP password storage cheat sheet: 19 MiB, 2 passes, 1 lane. */
const PARAMETERS: Cost = { memory: 19_456, passes: 2, parallelism: 1 };
/** Parameters for tests, which log in thousands of times. */
export const WEAK_PARAMETERS: Cost = { memory: 64, passes: 1, parallelism: 1 };
const TAG_BYTES = 32;
const SALT_BYTES = 16;

interface ParsedHash extends Cost {
  salt: Buffer;
  tag: Buffer;
}

interface Hashing {
  hash(password: string): Promise<string>;
  /**
   * `hash` null: checks a dummy hash, so that an unknown user takes the same time.
   * @param name as typed at login; hashes of other systems take other times, and it decides which of them the dummy is like
   */
  verify(password: string, hash: string | null, name?: string): Promise<boolean>;
}

export interface PasswordHasher extends Hashing {
  /**
   * Takes one slot of the queue for all of `work`, so that nothing is done before there is room for the hash.
   * @param waitedMs time spent in another queue before this one, which counts
   */
  withSlot<T>(work: (hashing: Hashing) => Promise<T>, waitedMs?: number): Promise<T>;
  /** Does short work that comes before a hash, which counts as queued meanwhile. @throws Busy */
  beforeSlot<T>(work: () => Promise<T>): Promise<T>;
  /** The error a caller would get now, without queueing; undefined while there is room. */
  refusal(): Problem | undefined;
  /** The queue, for metrics. */
  load(): { running: number; waiting: number; refused: number };
  /** Whether a hash was made by another system, or with other parameters than the current ones. */
  isOutdated(hash: string): boolean;
}

/** Longer passwords are rejected before hashing. */
export const MAX_PASSWORD_BYTES = 1024;

export const passwordTooLong = (password: string): boolean => Buffer.byteLength(password.normalize('NFC')) > MAX_PASSWORD_BYTES;

export function passwordHasher(limits: ConcurrencyLimits, cost = PARAMETERS, imported?: ImportedPasswords): PasswordHasher {
  const limited = concurrencyLimiter(limits);
  const dummy = format(cost, randomBytes(SALT_BYTES), randomBytes(TAG_BYTES));
  const hash = (password: string) => hashAt(cost, password);
  async function verify(password: string, stored: string | null, name?: string): Promise<boolean> {
    if (passwordTooLong(password)) return false;
    if (stored !== null && isImported(stored)) {
      if (!imported) throw new Error('A password of another system, which this program does not open');
      return (await imported.open(stored)).verify(password);
    }
    const other = stored === null && name !== undefined ? await imported?.dummyFor(name) : undefined;
    if (!other) return matches(password, stored, dummy);
    await other.verify(password);
    return false;
  }
  return {
    hash: (password) => limited(() => hash(password)),
    verify: (password, stored, name) => limited(() => verify(password, stored, name)),
    withSlot: (work, waitedMs) => limited(() => work({ hash, verify }), waitedMs === undefined ? {} : { waitedMs }),
    beforeSlot: limited.beforeTask,
    refusal: limited.refusal,
    load: limited.load,
    isOutdated(stored) {
      if (isImported(stored)) return true;
      const { memory, passes, parallelism } = parse(stored);
      return memory !== cost.memory || passes !== cost.passes || parallelism !== cost.parallelism;
    },
  };
}

async function hashAt(cost: Cost, password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  return format(cost, salt, await derive(password, { nonce: salt, tagLength: TAG_BYTES, ...cost }));
}

async function matches(password: string, stored: string | null, dummy: string): Promise<boolean> {
  const { salt, tag, ...parameters } = parse(stored ?? dummy);
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

const format = ({ memory, passes, parallelism }: Cost, salt: Buffer, tag: Buffer) =>
  `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${unpadded(salt)}$${unpadded(tag)}`;

function parse(hash: string): ParsedHash {
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
