/** The operator's commands, with the server's configuration. */
import { inspect } from 'node:util';
import { ConfigError, readConfig } from '../config/config.ts';
import { DirectoryInUse } from '../embedded/dataDirLock.ts';
import { appendAuditEvent } from '../audit/append.ts';
import { auditKeysOf, latestMark, parseMark } from '../audit/chain.ts';
import { verifyAudit as verifyChain } from '../audit/verify.ts';
import { schemaVersion } from '../db/migrate.ts';
import { openKeyring } from '../encryption/keyring.ts';
import { readMasterKeys } from '../encryption/masterKeys.ts';
import { auditCommand } from './audit.ts';
import { backUp } from './backup.ts';
import { CommandRefused, listAdministrators, makeAdministrator, resetMfa } from './users.ts';
import { filesCommand } from './files.ts';
import { importCommand } from './import.ts';
import { keysCommand } from './keys.ts';
import { samlKeysCommand } from './samlKeys.ts';
import { restore } from './restore.ts';
import { RestoreRefused } from './restore.lines.ts';
import { type OpenedDatabase, withDatabase } from './withDatabase.ts';

const HELP = `npm run admin -- <command>

  list-admins           who administers: user name, e-mail, roles, organisation, standing
  make-admin <user>     makes a user a system administrator, enabled and unlocked
  reset-mfa <user>      takes a user's second factors (authenticator, passkeys) away; they set it up anew at the next sign-in
  migrate               brings the database to this version; for servers with MIGRATE=off, whose role may not
  verify-audit [mark]   reads the whole audit and checks that it is unchanged; with a mark that was
                        kept, also that nothing sealed by then is gone. It gives the newest mark, and so
                        does each backup, and the server's log
  audit archive --to <folder> [--before <YYYY-MM>]
                        writes each month of the audit that has ended, and all of whose events are before the given one,
                        into a compressed file with a proof, verifies the file, and then takes the month out of the
                        database. Without --before: what is older than 13 months, or, with AUDIT_RETENTION_DAYS, what
                        reaches that age within two months
  audit verify <file>   checks that such a file is as it was written, and is the one that the chain of this database has
  backup <file>         writes everything into one file; keep it as safe as the database
  restore <file>        fills an empty database from such a file. With SECRET_KEY a backup proves that it is as it was
                        written; one that was made without that key is restored without it
  keys rotate           makes new keys for the secrets in the database; before that, put a new SECRET_KEY
                        before the former one on every server ("new,former"), and remove it afterwards
  saml-keys rotate      the next key towards SAML providers signs from now on; providers that have only the former certificate
                        refuse our requests until they have the next one, if they check them
  import <source> <file> [--dry-run] …
                        brings people from another system, with their passwords and second factors: keycloak, auth0, firebase,
                        django, logto, supertokens, table (CSV), or auto. docs/moving-in.md has the options
  import undo <id>      takes back those whom an import has made and who have not logged in since, for 30 days
  files move store      brings attachments that are in the database to the store of FILES_URL
  files move database   brings them back

It uses the environment variables of the server. With a DATABASE_URL the server may go on running;
the project's own database can be opened by one process only, so stop the server first.`;

/** A command with an argument takes exactly one; one in square brackets is optional; with three dots it judges them itself. */
const commands: Readonly<
  Record<string, { argument?: string; run: (store: OpenedDatabase, ...given: [string, ...string[]]) => Promise<string> }>
> = {
  'list-admins': { run: async ({ db, now }) => (await listAdministrators(db, now)).join('\n') },
  'make-admin': { argument: '<user>', run: makeAdministrator },
  'reset-mfa': { argument: '<user>', run: resetMfa },
  // The migration runs before every command begins.
  migrate: { run: () => Promise.resolve(`The database is of version ${schemaVersion}.`) },
  'verify-audit': { argument: '[mark]', run: verifyAudit },
  audit: { argument: 'archive | verify …', run: auditCommand },
  backup: { argument: '<file>', run: backUpTo },
  restore: { argument: '<file>', run: restoreFrom },
  keys: { argument: 'rotate', run: keysCommand },
  'saml-keys': { argument: 'rotate', run: samlKeysCommand },
  import: { argument: '<source> <file> | undo <id> …', run: importCommand },
  files: { argument: 'move …', run: filesCommand },
};

async function verifyAudit(store: OpenedDatabase, markText: string): Promise<string> {
  const knownMark = parseMark(markText);
  if (markText !== '' && !knownMark) throw new CommandRefused('This is no mark of the audit.');
  const masters = readMasterKeys(store.config);
  const keyring = await openKeyring(store.db, masters, () => store.now);
  const verdict = await verifyChain(store, knownMark, auditKeysOf(keyring, store.db).findKey);
  const { signatures, events, erased, removed, unsigned, unkeyed, brokenAt, mark, isMarkMissing } = verdict;
  if (brokenAt !== null)
    throw new CommandRefused(
      `The audit has been changed: its seal at event ${String(brokenAt)} does not fit. ${String(events)} events before it are intact.`,
    );
  if (isMarkMissing)
    throw new CommandRefused('The audit has been changed: what was sealed under this mark is not there any more.');
  return `The audit is intact: ${String(events)} events under ${String(signatures)} seals, ${String(unsigned)} not sealed yet.${changeNotice(erased, removed)}${keyNotice(unkeyed, masters !== undefined)}${markNotice(mark)}`;
}

const changeNotice = (erased: number, removed: number): string =>
  (erased > 0 ? `\nIn ${String(erased)} of them a pseudonym replaces an erased person.` : '') +
  (removed > 0
    ? `\n${String(removed)} older events were archived, or dropped after AUDIT_RETENTION_DAYS; their seals are there.`
    : '');

const keyNotice = (unkeyed: number, isKeyed: boolean): string =>
  isKeyed && unkeyed > 0
    ? `\nThe first ${String(unkeyed)} seals are from before there was a key; only marks kept elsewhere prove them.`
    : '';

const markNotice = (mark: string | null): string =>
  mark === null ? '' : `\nThe mark of the audit, to be kept elsewhere: ${mark}`;

async function backUpTo({ config, db, pool, now, origin }: OpenedDatabase, file: string): Promise<string> {
  const masters = readMasterKeys(config);
  const key = masters && (await openKeyring(db, masters, () => now)).auditKey();
  const client = await pool.connect();
  try {
    const rows = await backUp(client, file, { now, key });
    await appendAuditEvent(db, origin, { action: 'Operator.Backup', target: file, details: { rows } });
    const unproven = key ? '' : '\nWithout SECRET_KEY it has no proof: whoever can write to the file can change it.';
    return `${String(rows)} rows are in ${file}.${unproven}${markNotice(await latestMark(db))}`;
  } finally {
    client.release();
  }
}

async function restoreFrom({ config, pool, db, origin }: OpenedDatabase, file: string): Promise<string> {
  const client = await pool.connect();
  try {
    const { rows, at } = await restore(client, file, readMasterKeys(config));
    await appendAuditEvent(db, origin, { action: 'Operator.Restore', target: file, details: { rows } });
    return (
      `${String(rows)} rows of ${at} are restored from ${file}. Sessions, links, codes, remembered browsers, requests for approval,\n` +
      'new e-mail addresses not confirmed and queued mail of then are gone. Passwords, API keys, keys of directories, recovery codes of\n' +
      'users and enabled accounts are those of the backup: take away again what was taken away since, and erase again who was erased since.'
    );
  } finally {
    client.release();
  }
}

const acceptsArguments = (argument: string | undefined, count: number): boolean =>
  argument?.endsWith('…') === true ||
  count === (argument === undefined ? 0 : 1) ||
  (count === 0 && argument?.startsWith('[') === true);

export interface AdminResult {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

export async function runAdmin(
  [name = 'help', ...given]: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Promise<AdminResult> {
  const command = commands[name];
  if (name === 'help' || name === '--help') return { code: 0, out: HELP, err: '' };
  if (!command || !acceptsArguments(command.argument, given.length))
    return { code: 2, out: '', err: command ? `npm run admin -- ${name} ${command.argument ?? ''}` : HELP };
  try {
    const out = await withDatabase(readConfig(env), (store) => command.run(store, given[0] ?? '', ...given.slice(1)));
    return { code: 0, out, err: '' };
  } catch (error) {
    return { code: 1, out: '', err: explained(error, given[0] ?? '') };
  }
}

function explained(error: unknown, file: string): string {
  if (error instanceof DirectoryInUse) return `${error.message}\nStop it first, then try again.`;
  if (error instanceof ConfigError) return `The configuration is invalid:\n${error.message}`;
  if (error instanceof CommandRefused || error instanceof RestoreRefused) return error.message;
  if ((error as { code?: string }).code === 'EEXIST') return `${file} is there already, or is being written.`;
  return inspect(error);
}
