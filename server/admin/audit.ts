/** `npm run admin -- audit`: archives months of the audit in files and verifies them. Servers may keep running. */
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { parseArgs } from 'node:util';
import { archiveMonth, ArchiveRefused, findMonths } from '../audit/archive.ts';
import { ArchiveDamaged, isInChain, readArchive } from '../audit/archiveFile.ts';
import { auditKeysOf } from '../audit/chain.ts';
import { addMonths, monthOf, parseMonth } from '../audit/partitions.ts';
import { addMs, DAY } from '../clock.ts';
import type { Config } from '../config/config.ts';
import { openKeyring } from '../encryption/keyring.ts';
import { readMasterKeys } from '../encryption/masterKeys.ts';
import { CommandRefused } from './users.ts';
import type { OpenedDatabase } from './withDatabase.ts';

const USAGE = `npm run admin -- audit archive --to <folder> [--before <YYYY-MM>]
npm run admin -- audit verify <file>`;

const DEFAULT_AGE_MONTHS = 13;
/** Servers drop events when they reach the age of the retention: an archive made each month is before them. */
const BEFORE_RETENTION_DAYS = 62;

export async function auditCommand(store: OpenedDatabase, what: string, ...given: string[]): Promise<string> {
  if (what === 'archive') return archive(store, given);
  const [file, ...more] = given;
  if (what !== 'verify' || file === undefined || more.length > 0) throw new CommandRefused(USAGE);
  return verify(store, file);
}

async function keysOf({ db, config, now }: OpenedDatabase) {
  return auditKeysOf(await openKeyring(db, readMasterKeys(config), () => now), db);
}

async function archive(store: OpenedDatabase, given: string[]): Promise<string> {
  const { to, before } = optionsOf(given);
  const limit = before === undefined ? defaultLimit(store.config, store.now) : parseMonth(before);
  const isFolder =
    to !== undefined &&
    (await stat(to)
      .then((found) => found.isDirectory())
      .catch(() => false));
  if (to === undefined || limit === undefined) throw new CommandRefused(USAGE);
  if (!isFolder) throw new CommandRefused(`There is no folder ${to}.`);
  if (limit > monthOf(store.now))
    throw new CommandRefused(`${limit} is in the future: only months that have ended are archived.`);
  const { key, findKey } = await keysOf(store);
  if (!key) throw new CommandRefused('Without SECRET_KEY nothing would prove that an archive is as it was written.');
  const job = { store, folder: to, origin: store.origin, key, findKey };
  const done: string[] = [];
  for (const month of await findMonths(store.db, limit)) {
    try {
      const { file, events, sha256 } = await archiveMonth(job, month);
      done.push(`${month}: ${String(events)} events are in ${file}, SHA-256 of its events ${sha256}`);
    } catch (error) {
      if (!(error instanceof ArchiveRefused)) throw error;
      throw new CommandRefused([...done, error.message, 'Nothing was removed of this month.'].join('\n'));
    }
  }
  return done.length === 0 ? `No events are from before ${limit}.` : done.join('\n');
}

function optionsOf(given: string[]): { to?: string | undefined; before?: string | undefined } {
  try {
    return parseArgs({ args: given, options: { to: { type: 'string' }, before: { type: 'string' } } }).values;
  } catch {
    throw new CommandRefused(USAGE);
  }
}

function defaultLimit({ AUDIT_RETENTION_DAYS: days }: Config, now: Date): string {
  if (days === 0) return addMonths(monthOf(now), -DEFAULT_AGE_MONTHS);
  return monthOf(addMs(now, -Math.max(0, days - BEFORE_RETENTION_DAYS) * DAY));
}

async function verify(store: OpenedDatabase, file: string): Promise<string> {
  const { findKey } = await keysOf(store);
  const manifest = await readArchive(file, findKey).catch((error: unknown) => {
    if (error instanceof ArchiveDamaged) throw new CommandRefused(error.message);
    if ((error as { code?: string }).code === 'ENOENT') throw new CommandRefused(`There is no file ${file}.`);
    throw error;
  });
  const { month, events, erased, signatures } = manifest;
  const [, named = month] = /^audit-(\d{4}-\d\d)/.exec(basename(file)) ?? [];
  if (named !== month) throw new CommandRefused(`${file} is the archive of ${month}, put in the place of another.`);
  if (!(await isInChain(store.db, manifest, findKey)))
    throw new CommandRefused(
      `${file} is as it was written, of ${month}, but it is not the archive that the chain of this database has of its seals.`,
    );
  return [
    `The archive is intact: ${String(events)} events of ${month} under ${String(signatures)} seals, all in the chain of this database.`,
    ...(erased > 0 ? [`In ${String(erased)} of them a pseudonym replaces an erased person.`] : []),
  ].join('\n');
}
