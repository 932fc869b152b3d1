/** `npm run admin -- import`: people of another system, by the operator. */
import { createReadStream, createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { id as uuid } from '../../api/contract/shape.ts';
import { findActivePeople } from '../approvals/repository.ts';
import { HOUR, systemClock } from '../clock.ts';
import { openKeyring } from '../encryption/keyring.ts';
import { readMasterKeys } from '../encryption/masterKeys.ts';
import { FileRefused, type ForeignFile } from '../imports/foreignFile.ts';
import { readForeignFile, SOURCES } from '../imports/read.ts';
import { countRows, reportLines } from '../imports/report.ts';
import { importsRunner } from '../imports/run.ts';
import { moveImport, removeImport } from '../imports/state.ts';
import { storeFile } from '../imports/store.ts';
import { beginUndo, UNDO_DAYS } from '../imports/undo.ts';
import { askForPassword } from '../password/askForPassword.ts';
import { relyingParty } from '../passkeys/relyingParty.ts';
import { passwordHasher } from '../password/passwordHasher.ts';
import { choicesOf, parseArguments, readingOptions, USAGE, type ImportArguments } from './import.arguments.ts';
import { linesOf } from './import.lines.ts';
import { CommandRefused } from './users.ts';
import type { OpenedDatabase } from './withDatabase.ts';

export async function importCommand(store: OpenedDatabase, ...given: string[]): Promise<string> {
  const { positionals, values } = parseArguments(given);
  const [source = '', file = '', ...more] = positionals;
  if (file === '' || more.length > 0) throw new CommandRefused(USAGE);
  if (source === 'undo') return undo(store, file);
  if (source !== 'auto' && !SOURCES.includes(source)) throw new CommandRefused(`There is no source ${source}.\n${USAGE}`);
  try {
    return await bring(store, { source, file, values });
  } catch (error) {
    throw error instanceof FileRefused ? new CommandRefused(error.message) : error;
  }
}

async function bring(
  store: OpenedDatabase,
  { source, file, values }: { readonly source: string; readonly file: string; readonly values: ImportArguments['values'] },
): Promise<string> {
  const { db, config, now } = store;
  await requireFile(file);
  requirePublicUrl(config, values);
  const { context, end } = await openImports(store);
  try {
    // An earlier run is finished first.
    const isDryRun = values['dry-run'] === true;
    if (!isDryRun) await importsRunner(context, { waits: true }).run();
    const choices = await choicesOf(store, values);
    const foreign = await openForeignFile(source, file, values);
    const importId = await storeFile(context, foreign, {
      ...{ fileName: path.basename(file), choices, requestedBy: null, now },
      ...{ rpId: rpIdOf(config), mostPasskeys: config.LIMIT_PASSKEYS },
    });
    if (!isDryRun) {
      await moveImport(db, importId, { from: ['ready'], to: 'running', now });
      await importsRunner(context, { waits: true }).run();
    }
    const counts = await countRows(db, importId);
    const sourceAndSheet = foreign.sheet === undefined ? foreign.source : `${foreign.source}, sheet ${foreign.sheet}`;
    if (values.report !== undefined) await writeReport(store, importId, values.report);
    if (isDryRun) await removeImport(db, importId);
    return [
      isDryRun ? `Nothing has been changed. Of ${sourceAndSheet}:` : `Import ${importId}, of ${sourceAndSheet}:`,
      ...linesOf(counts, isDryRun),
      ...(isDryRun ? [] : [`It can be undone for ${String(UNDO_DAYS)} days: npm run admin -- import undo ${importId}`]),
    ].join('\n');
  } finally {
    end();
  }
}

async function requireFile(file: string): Promise<void> {
  const isFile = await stat(file).then(
    (found) => found.isFile(),
    () => false,
  );
  if (!isFile) throw new CommandRefused(`There is no file ${file}.`);
}

function requirePublicUrl(config: OpenedDatabase['config'], values: ImportArguments['values']): void {
  const needsAddress = (['mail-links', 'passkey-domain'] as const).find((option) => values[option] !== undefined);
  if (needsAddress && config.PUBLIC_URL === undefined) throw new CommandRefused(`--${needsAddress} needs PUBLIC_URL.`);
}

async function openForeignFile(source: string, file: string, values: ImportArguments['values']): Promise<ForeignFile> {
  const bytes = createReadStream(file);
  const foreign = await readForeignFile(bytes, await readingOptions(values['firebase-hash']));
  if (source === 'auto' || source === foreign.source) return foreign;
  bytes.destroy();
  throw new CommandRefused(`The file is not of ${source}: by its content it is of ${foreign.source}.`);
}

/** Without an address no passkey fits. */
const rpIdOf = ({ PUBLIC_URL: address }: OpenedDatabase['config']): string =>
  address === undefined ? '' : relyingParty({ publicUrl: () => address }).rpId();

/** How often the keys are read anew: a long import outlives their age. */
const REFRESH_MS = 60_000;

async function openImports({ db, config, now }: OpenedDatabase) {
  const keyring = await openKeyring(db, readMasterKeys(config), () => now);
  const refreshing = setInterval(() => {
    // Too old a key refuses to encrypt by itself.
    keyring.refresh().catch(() => undefined);
  }, REFRESH_MS);
  const clock = systemClock(config.TEST_CLOCK_OFFSET_MS);
  const mailing = { config, keyring, publicUrl: () => config.PUBLIC_URL ?? '' };
  const context = {
    db,
    clock,
    keyring,
    passwords: passwordHasher({ parallel: config.LIMIT_PARALLEL_HASHES, maxWaitMs: HOUR }),
    askForPassword: askForPassword(mailing),
    findActivePeople,
    interrupted: () => undefined,
  };
  return {
    context,
    end: () => {
      clearInterval(refreshing);
    },
  };
}

async function undo(store: OpenedDatabase, importId: string): Promise<string> {
  const { db, now } = store;
  if (!uuid.safeParse(importId).success || !(await beginUndo(db, importId, { now, requestedBy: null })))
    throw new CommandRefused(`There is no import ${importId} that can be undone.`);
  const { context, end } = await openImports(store);
  try {
    await importsRunner(context, { waits: true }).run();
  } finally {
    end();
  }
  const rows = await db
    .selectFrom('import_rows')
    .select(['outcome', ({ fn }) => fn.countAll<number>().as('count')])
    .where('import_id', '=', importId)
    .groupBy('outcome')
    .execute();
  const countOf = (outcome: string) => rows.find((row) => row.outcome === outcome)?.count ?? 0;
  const kept = countOf('kept');
  return `${String(countOf('undone'))} users are gone again.${kept > 0 ? ` ${String(kept)} have logged in since, or administer, and stay.` : ''}`;
}

async function writeReport({ db }: OpenedDatabase, importId: string, file: string): Promise<void> {
  await pipeline(Readable.from(reportLines(db, importId)), createWriteStream(file, { flags: 'wx', mode: 0o600 }));
}
