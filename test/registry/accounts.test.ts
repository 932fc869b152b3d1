/**
 * `server/accounts` is the only writer of accounts and their credentials, each other table has one owner, and every table that opens an account
 * is in the list of openers. The documentation lists what ends with which act.
 */
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ENDED_BY, OPENERS } from '../../server/accounts/openers.ts';

const root = join(__dirname, '../..');
const textOf = (path: string) => readFileSync(join(root, path), 'utf8');
const schema = globSync('server/db/migrations/0001_schema/*.sql', { cwd: root }).map(textOf).join('\n');
const tables = [...schema.matchAll(/^CREATE TABLE (\w+)/gm)].map(([, table = '']) => table);

/** Rooms that write a table besides its owner, with the reason. */
const EVERYWHERE: Readonly<Record<string, string>> = {
  'server/jobs/cleanUp.ts': 'deletes what is past its time',
  'server/admin/restore.ts': 'restores a backup',
  'server/admin/restore.access.ts': 'restores a backup without the access of that time',
  'server/users/admin/erase.ts': 'erases a person everywhere',
  'server/accounts/openers.ts': 'ends what opens an account',
};

/** Tables of accounts: nothing but `server/accounts` writes them, apart from the above. */
const OF_ACCOUNTS = ['users', 'password_history', 'recovery_codes', 'passkeys', 'identities'];

/** Tables with an owner and another writer, with the reason. */
const SHARED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  sessions: {
    accounts: 'ends them',
    mfa: 'counts codes and stores the key that is enrolled',
    oidc: 'stores the state of a logout',
  },
  api_keys: {
    security: 'its owner makes, limits and deletes keys',
    users: 'an administrator revokes a key',
    organisations: 'an organisation loses its approval',
  },
  oidc_consents: { applications: 'an application is withdrawn' },
  oidc_grants: { applications: 'an application is withdrawn', session: 'a login goes on in a new session' },
  upstream_sessions: { session: 'a login goes on in a new session' },
  throttles: { signIn: 'gives tries back' },
  attachments: { files: 'moves files between stores' },
  organisations: { identityProviders: 'requires the provider', setup: 'makes the first organisation' },
  operations: { bulk: 'a bulk job is an operation' },
  tickets: { support: 'a ticket is made by the form' },
  settings: { audit: 'remembers its place', session: 'stores the secret of all processes' },
};

const WRITES = [
  /(?:updateTable|insertInto|deleteFrom|mergeInto)\(\s*'(\w+)[^']*'/g,
  /\b(?:UPDATE|INSERT INTO|DELETE FROM|MERGE INTO|TRUNCATE)\s+(?:ONLY\s+)?(\w+)/g,
  /\b(?:remove|useUp)\('(\w+)'/g,
];

const roomOf = (path: string) => path.split('/')[1] ?? '';

function writersOf(): Map<string, Map<string, string[]>> {
  const found = new Map<string, Map<string, string[]>>();
  const files = globSync('server/**/*.ts', { cwd: root }).filter(
    (path) => !/^server\/(?:demo|db\/schema|db\/migrations)\//.test(path),
  );
  for (const path of files) {
    if (path in EVERYWHERE) continue;
    const text = textOf(path);
    for (const pattern of WRITES)
      for (const [, table = ''] of text.matchAll(pattern))
        if (tables.includes(table)) {
          const rooms = found.get(table) ?? new Map<string, string[]>();
          rooms.set(roomOf(path), [...(rooms.get(roomOf(path)) ?? []), path]);
          found.set(table, rooms);
        }
  }
  return found;
}

const writers = writersOf();

test.each(OF_ACCOUNTS)('%s is written by server/accounts alone', (table) => {
  expect([...(writers.get(table) ?? [])].map(([room, paths]) => [room, ...paths])).toEqual([
    ['accounts', ...(writers.get(table)?.get('accounts') ?? [])],
  ]);
});

test('sessions are ended by server/accounts alone', () => {
  const ending = globSync('server/**/*.ts', { cwd: root }).filter(
    (path) => !(path in EVERYWHERE) && /deleteFrom\('sessions'\)|DELETE FROM sessions/.test(textOf(path)),
  );
  expect(ending).toEqual(['server/accounts/sessions.ts']);
});

test('every other table has one owner, and other writers with their reason', () => {
  const several = [...writers]
    .filter(([table]) => !OF_ACCOUNTS.includes(table))
    .map(([table, rooms]) => [table, [...rooms.keys()].filter((room) => !(SHARED[table]?.[room] ?? ''))] as const)
    .filter(([, rooms]) => rooms.length > 1);
  expect(several).toEqual([]);
});

/** Tables with a row for a user that open no account, by reason. */
const OPENING_NOTHING: Readonly<Record<string, string>> = {
  lost_roles: 'protects administrators',
  imported_users: 'says where the account comes from',
  personal_data_reads: 'counts',
  application_users: 'says when an application was used',
  oidc_consents: 'an application asks again, and a session is needed',
  known_browsers: 'counts failures apart, and opens nothing',
  sponsorships: 'says who answers for the account',
  break_glass_accounts: 'says how the account may log in; it needs password and second factor',
  scim_users: 'what the directory says',
  scim_members: 'roles, not a way in',
  mapped_users: 'roles, not a way in',
  sso_outcomes: 'history',
  scim_requests: 'history',
  tickets: 'asks for help',
  audit_digests: 'mails',
  views: 'saved filters',
  reports: 'saved filters',
  default_views: 'saved filters',
};

const referring = [...schema.matchAll(/^CREATE TABLE (\w+) \(([\s\S]*?)^\)/gm)]
  .filter(([, , body = '']) => /^\s*user_id uuid[^,]*REFERENCES users/m.test(body))
  .map(([, table = '']) => table);

test('a table with rows of users is in the list of what opens accounts, or says why not', () => {
  const held = Object.values(OPENERS).flatMap(({ holds }) => holds.map((name) => name.split('.')[0]));
  expect(referring.filter((table) => !held.includes(table) && !(table in OPENING_NOTHING))).toEqual([]);
  expect(referring.length).toBeGreaterThan(15);
});

test('who leaves the directory loses every opener', () => {
  expect([...ENDED_BY.leaving].sort()).toEqual(Object.keys(OPENERS).sort());
});

const DOCUMENT = 'docs/security.md';
const [BEGIN, END] = ['<!-- openers: begin -->', '<!-- openers: end -->'];

const words = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

function table(): string {
  const acts = Object.entries(ENDED_BY) as [string, readonly string[]][];
  const rows = Object.keys(OPENERS).map(
    (opener) => `| ${words(opener)} | ${acts.map(([, ended]) => (ended.includes(opener) ? 'ends' : 'stays')).join(' | ')} |`,
  );
  return [
    '<!-- prettier-ignore -->',
    `| opens an account | ${acts.map(([act]) => words(act)).join(' | ')} |`,
    `|---|${acts.map(() => '---').join('|')}|`,
    ...rows,
  ].join('\n');
}

test('The documentation lists what ends with which act', () => {
  const document = textOf(DOCUMENT);
  const [before = '', rest = ''] = document.split(BEGIN);
  const [, after = ''] = rest.split(END);
  const wanted = `${before}${BEGIN}\n\n${table()}\n\n${END}${after}`;
  // `UPDATE_DOCS=1 npm test -- registry/accounts` writes it anew.
  if (process.env.UPDATE_DOCS) writeFileSync(join(root, DOCUMENT), wanted);
  expect(textOf(DOCUMENT)).toBe(wanted);
});
