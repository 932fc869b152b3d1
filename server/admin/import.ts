/** `npm run admin -- import`: people of another system, by the operator. */
import { createReadStream, createWriteStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { id as uuid } from '../../api/contract/shape.ts';
import { findActivePeople } from '../approvals/repository.ts';
import { HOUR, systemClock } from '../clock.ts';
import { openKeyring } from '../encryption/keyring.ts';
import { readMasterKeys } from '../encryption/masterKeys.ts';
import type { ImportChoices, ImportCounts } from '../../api/contract/imports.ts';
import { findDestinations, firstChoices, folded, NO_CHOICES, wrongChoice } from '../import/choices.ts';
import { FileRefused } from '../import/foreignFile.ts';
import { readForeignFile, SOURCES } from '../import/read.ts';
import { countRows, reportLines } from '../import/report.ts';
import { importsRunner } from '../import/run.ts';
import { readHashConfig } from '../import/sources/firebase.ts';
import { moveImport, removeImport } from '../import/state.ts';
import { storeFile } from '../import/store.ts';
import { beginUndo, UNDO_DAYS } from '../import/undo.ts';
import { askForPassword } from '../password/askForPassword.ts';
import { passwordHasher } from '../password/passwordHasher.ts';
import { CommandRefused } from './users.ts';
import type { OpenedDatabase } from './withDatabase.ts';

const USAGE = `npm run admin -- import <source> <file> [--dry-run] [--report <file>] [--organisation <name>]
  [--domain <domain>=<organisation>]… [--role <former>=<role>]… [--default-role <role>] [--weak-hashes] [--mail-links]
  [--firebase-hash <file>]
npm run admin -- import undo <id>
sources: auto, ${SOURCES.join(', ')}`;

const options = {
  'dry-run': { type: 'boolean' },
  report: { type: 'string' },
  organisation: { type: 'string' },
  domain: { type: 'string', multiple: true },
  role: { type: 'string', multiple: true },
  'default-role': { type: 'string' },
  'weak-hashes': { type: 'boolean' },
  'mail-links': { type: 'boolean' },
  'firebase-hash': { type: 'string' },
} as const;

type Given = ReturnType<typeof parse>;

function parse(given: readonly string[]) {
  try {
    return parseArgs({ args: [...given], options, allowPositionals: true });
  } catch (error) {
    throw new CommandRefused(`${(error as Error).message}\n${USAGE}`);
  }
}

export async function importCommand(store: OpenedDatabase, ...given: string[]): Promise<string> {
  const { positionals, values } = parse(given);
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
  { source, file, values }: { readonly source: string; readonly file: string; readonly values: Given['values'] },
): Promise<string> {
  const { db, config, now } = store;
  const isFile = await stat(file).then(
    (found) => found.isFile(),
    () => false,
  );
  if (!isFile) throw new CommandRefused(`There is no file ${file}.`);
  if (values['mail-links'] && config.PUBLIC_URL === undefined) throw new CommandRefused('--mail-links needs PUBLIC_URL.');
  const { context, end } = await openImports(store);
  try {
    // An earlier run is finished first.
    const isDryRun = values['dry-run'] === true;
    if (!isDryRun) await importsRunner(context, { waits: true }).run();
    const choices = await choicesOf(store, values);
    const bytes = createReadStream(file);
    const foreign = await readForeignFile(bytes, await readingOptions(values['firebase-hash']));
    if (source !== 'auto' && source !== foreign.source) {
      bytes.destroy();
      throw new CommandRefused(`The file is not of ${source}: by its content it is of ${foreign.source}.`);
    }
    const importId = await storeFile(context, foreign, { fileName: path.basename(file), choices, requestedBy: null, now });
    if (!isDryRun) {
      await moveImport(db, importId, { from: ['ready'], to: 'running', now });
      await importsRunner(context, { waits: true }).run();
    }
    const counts = await countRows(db, importId);
    if (values.report !== undefined) await writeReport(store, importId, values.report);
    if (isDryRun) await removeImport(db, importId);
    return [
      isDryRun ? `Nothing has been changed. Of ${foreign.source}:` : `Import ${importId}, of ${foreign.source}:`,
      ...linesOf(counts, isDryRun),
      ...(isDryRun ? [] : [`It can be undone for ${String(UNDO_DAYS)} days: npm run admin -- import undo ${importId}`]),
    ].join('\n');
  } finally {
    end();
  }
}

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

const readingOptions = async (file: string | undefined) => {
  if (file === undefined) return {};
  const firebase = readHashConfig(await readFile(file, 'utf8'));
  if (!firebase)
    throw new CommandRefused(
      '--firebase-hash: the file has to have base64_signer_key, base64_salt_separator, rounds and mem_cost.',
    );
  return { firebase };
};

function pairs(option: string, given: readonly string[] = []): (readonly [string, string])[] {
  return given.map((text) => {
    const at = text.lastIndexOf('=');
    if (at < 1) throw new CommandRefused(`${option} ${text}: it has to be <former>=<new>.`);
    return [text.slice(0, at), text.slice(at + 1)] as const;
  });
}

async function choicesOf({ db }: OpenedDatabase, values: Given['values']): Promise<ImportChoices> {
  const destinations = await findDestinations(db);
  const { roles: known, organisations } = destinations;
  const organisation = (name: string): string => {
    const found = organisations.get(folded(name)) ?? organisations.get(name);
    if (!found) throw new CommandRefused(`There is no organisation ${name}.`);
    return found.id;
  };
  const role = (name: string): string => {
    const found = known.find((each) => folded(each) === folded(name));
    if (found === undefined && name !== '') throw new CommandRefused(`There is no role ${name}.`);
    return found ?? '';
  };
  const first = firstChoices(destinations);
  const choices = {
    roles: Object.fromEntries(pairs('--role', values.role).map(([former, name]) => [former, role(name)])),
    defaultRole: role(values['default-role'] ?? NO_CHOICES.defaultRole),
    organisationId: values.organisation === undefined ? first.organisationId : organisation(values.organisation),
    domains: Object.fromEntries(pairs('--domain', values.domain).map(([domain, name]) => [folded(domain), organisation(name)])),
    weakHashes: values['weak-hashes'] ?? false,
    mailLinks: values['mail-links'] ?? false,
  };
  if (wrongChoice(choices, destinations) === 'defaultRole')
    throw new CommandRefused('--default-role: people of an import never become administrators.');
  return choices;
}

async function writeReport({ db }: OpenedDatabase, importId: string, file: string): Promise<void> {
  await pipeline(Readable.from(reportLines(db, importId)), createWriteStream(file, { flags: 'wx', mode: 0o600 }));
}

const number = (value: number): string => String(value);

function linesOf(counts: ImportCounts, isDryRun: boolean): string[] {
  const list = (title: string, values: Readonly<Record<string, number>>) =>
    Object.keys(values).length === 0
      ? []
      : [title, ...Object.entries(values).map(([code, count]) => `  ${code}\t${number(count)}`)];
  return [
    `${number(counts.total)} people are in the file; ${number(counts.coming)} ${isDryRun ? 'come' : 'have come'}, of them`,
    `  with their password\t${number(counts.withPassword)}`,
    `  with their authenticator\t${number(counts.withAuthenticator)}`,
    ...(counts.unchanged > 0 ? [`${number(counts.unchanged)} came before, and are unchanged.`] : []),
    ...list('What does not come, or otherwise:', counts.notices),
    ...list('Refused:', counts.refusals),
    ...(counts.unknownRoles.length > 0 ? [`Roles and groups without a role here: ${counts.unknownRoles.join(', ')}`] : []),
  ];
}
