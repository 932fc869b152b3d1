/** A list of passwords to refuse (PASSWORD_LIST_FILE), beside the built-in one: in memory, as short hashes. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { normalPassword } from '../../api/contract/rules/password.ts';
import { ConfigError, type Config } from '../config/config.ts';

export interface PasswordList {
  /** Whether the list has a password, without regard to case. */
  has(password: string): boolean;
}

/** Bytes of a SHA-256 that are kept as a number: with ten million lines one password in 28 million is refused by chance. */
const HASH_BYTES = 6;

const hashOf = (password: string): number =>
  createHash('sha256').update(normalPassword(password).toLowerCase()).digest().readUIntBE(0, HASH_BYTES);

/** @throws ConfigError if the file can't be read */
export async function readPasswordList({ PASSWORD_LIST_FILE: file }: Pick<Config, 'PASSWORD_LIST_FILE'>): Promise<PasswordList> {
  const hashes = new Set<number>();
  if (file !== undefined) {
    try {
      const lines = createInterface({ input: createReadStream(file, 'utf8'), crlfDelay: Infinity });
      for await (const line of lines) if (line !== '') hashes.add(hashOf(line));
    } catch (cause) {
      throw new ConfigError(`PASSWORD_LIST_FILE: can't be read (${(cause as Error).message})`, { cause });
    }
  }
  return { has: (password) => hashes.size > 0 && hashes.has(hashOf(password)) };
}
