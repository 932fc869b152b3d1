/**
 * Password hashes: argon2id with the parameters in the hash (PHC string), upgraded at login. Hashing is the one costly
 * thing anybody may ask of us, so it queues: a few at a time, a bounded queue, and 503 at once beyond it.
 */
import { argon2, randomBytes, timingSafeEqual, type Argon2Parameters } from 'node:crypto';
import { problem } from './http/problem.ts';

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

export interface PasswordHasher {
  hash(password: string): Promise<string>;
  /** `hash` null: a dummy is checked all the same, so that an unknown user costs the same time. */
  verify(password: string, hash: string | null): Promise<boolean>;
  /** Whether a hash was made with other parameters than today's. */
  outdated(hash: string): boolean;
}

export function passwordHasher(limits: { parallel: number; waiting: number }): PasswordHasher {
  const enter = gate(limits);
  const derive = (password: string, parameters: Omit<Argon2Parameters, 'message'>) =>
    enter(
      () =>
        new Promise<Buffer>((resolve, reject) => {
          argon2('argon2id', { message: Buffer.from(password.normalize('NFC')), ...parameters }, (error, key) => {
            if (error) reject(error);
            else resolve(key);
          });
        }),
    );
  return {
    async hash(password) {
      const salt = randomBytes(SALT_BYTES);
      return format(salt, await derive(password, { nonce: salt, tagLength: TAG_BYTES, ...PARAMETERS }));
    },
    async verify(password, hash) {
      const { salt, tag, ...parameters } = parse(hash ?? DUMMY);
      const key = await derive(password, { nonce: salt, tagLength: tag.length, ...parameters });
      return timingSafeEqual(key, tag) && hash !== null;
    },
    outdated(hash) {
      const { memory, passes, parallelism } = parse(hash);
      return memory !== PARAMETERS.memory || passes !== PARAMETERS.passes || parallelism !== PARAMETERS.parallelism;
    },
  };
}

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

/** Lets `parallel` tasks run, keeps `waiting` more in line, and turns the rest away at once. */
function gate({ parallel, waiting }: { parallel: number; waiting: number }) {
  let running = 0;
  const line: (() => void)[] = [];
  return async <T>(task: () => Promise<T>): Promise<T> => {
    if (running >= parallel) {
      if (line.length >= waiting) throw problem('Busy', { retryAfterSeconds: 1 });
      await new Promise<void>((resolve) => line.push(resolve));
    } else running += 1;
    try {
      return await task();
    } finally {
      const next = line.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
