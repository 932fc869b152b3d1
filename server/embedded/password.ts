/**
 * The password of the built-in database, new with each cluster and readable by our own account only: PostgreSQL's account (`nobody`
 * where we are root) is shared with other programs, and must not be enough to connect.
 */
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { chown, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Account } from './account.ts';

export const passwordFile = (dataDir: string): string => path.join(dataDir, 'postgres.password');

/** @returns undefined if there is none */
export async function readPassword(dataDir: string): Promise<string | undefined> {
  const text = await readFile(passwordFile(dataDir), 'utf8').catch(() => '');
  return text.trim() === '' ? undefined : text.trim();
}

/** The password of this data directory, created if there is none. */
export async function ensurePassword(dataDir: string): Promise<string> {
  const existing = await readPassword(dataDir);
  if (existing !== undefined) return existing;
  const password = randomBytes(32).toString('hex');
  const part = `${passwordFile(dataDir)}.${randomBytes(4).toString('hex')}`;
  await writeFile(part, password, { mode: 0o600, flush: true });
  await rename(part, passwordFile(dataDir));
  return password;
}

/** Runs `work` with a file from which PostgreSQL's account can read the password, and deletes it. */
export async function withPasswordFile<T>(
  directory: string,
  password: string,
  account: Account | undefined,
  work: (file: string) => Promise<T>,
): Promise<T> {
  const file = `${directory}.password`;
  try {
    await writeFile(file, password, { mode: 0o600 });
    if (account !== undefined) await chown(file, account.uid, account.gid);
    return await work(file);
  } finally {
    await rm(file, { force: true });
  }
}

const AUTHENTICATION_FILE = 'pg_hba.conf';
const rule = (method: string): string => `local all all ${method}\nhost all all 127.0.0.1/32 scram-sha-256\n`;

/** Whether connections need the password. */
export const needsPassword = (home: string): boolean =>
  !/^[^#\n]*\btrust\b/m.test(readFileSync(path.join(home, AUTHENTICATION_FILE), 'utf8'));

/** Takes effect at the next start or reload. */
export async function allowConnections(
  home: string,
  account: Account | undefined,
  method: 'trust' | 'scram-sha-256',
): Promise<void> {
  const file = path.join(home, AUTHENTICATION_FILE);
  await writeFile(`${file}.new`, rule(method), { mode: 0o600, flush: true });
  if (account !== undefined) await chown(`${file}.new`, account.uid, account.gid);
  await rename(`${file}.new`, file);
}

/** Sets the password of a cluster that has none, or whose password file is gone, and requires it from then on. */
export async function requirePassword(url: string, password: string, home: string, account: Account | undefined): Promise<void> {
  // Imported here only: the rest of this folder needs no package but PostgreSQL itself.
  const { default: pg } = await import('pg');
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(`ALTER ROLE current_user PASSWORD ${pg.escapeLiteral(password)}`);
    await allowConnections(home, account, 'scram-sha-256');
    await client.query('SELECT pg_reload_conf()');
  } finally {
    await client.end();
  }
}
