/** Importing users on the real server and database: the import does exactly what the dry run announced. */
import { browserTransport } from '@api/client/browserTransport.ts';
import { recoveryApi } from '@api/client/recovery.api.ts';
import { seal } from '@api/client/secrets.ts';
import type { Transport } from '@api/client/transport.ts';
import { usersApi } from '@api/client/users.api.ts';
import { selectIsIdentityAsked } from '@store/session/confirmIdentity.slice.ts';
import { selectIsInterrupted } from '@store/session/session.slice.ts';
import { unsavedChangesAppeared } from '@store/session/unsavedChanges.slice.ts';
import { registerModule } from '@store/modules.ts';
import { importModule } from '@store/imports/import.module.ts';
import {
  type Import,
  importApplyRequested,
  importCheckRequested,
  importFileRead,
  importReduced,
  selectImport,
} from '@store/imports/import.slice.ts';
import type { Choices, CsvFile } from '@store/imports/importRows.ts';
import { DEMO_PASSWORD } from '../support/logInAs.ts';
import { eventually } from '../support/eventually.ts';
import { useServer } from '../support/useServer.ts';
import { visit } from '../support/visit.ts';
import { logIn, openStoreAs } from './storeWithServer.ts';
import type { StoreHarness } from './storeHarness.ts';
import { authenticatedAgo, endSessions } from '../support/sessions.ts';

registerModule(importModule);
const site = useServer();

const heads = ['userName', 'email', 'firstName', 'lastName', 'title', 'organisation', 'roles', 'enabled', 'id'];
const columns: Choices['columns'] = {
  userName: 0,
  email: 1,
  firstName: 2,
  lastName: 3,
  title: 4,
  organisationPublicId: 5,
  roles: 6,
  enabled: 7,
  externalId: 8,
};

interface Odd {
  readonly title?: string;
  readonly organisation?: string;
  readonly roles?: string;
  readonly enabled?: string;
}

const person = (name: string, { title = '', organisation = 'Harbour Mutual', roles = '', enabled = 'yes' }: Odd = {}) =>
  [name, `${name}@import.example`, 'Nina', 'Import', title, organisation, roles, enabled, `x-${name}`] as const;

/** One record per line, after the header line. */
const fileOf = (...people: (readonly string[])[]): CsvFile => ({
  name: 'people.csv',
  encoding: 'utf-8',
  heads,
  rows: people.map((cells, at) => ({ line: at + 2, cells })),
});

let made = 0;
const newSource = () => `store-${String((made += 1))}`;

const organisations = async () =>
  (await site.database.query<{ organisation_id: string; name: string }>('SELECT organisation_id, name FROM organisations')).map(
    ({ organisation_id: value, name: label }) => ({ value, label }),
  );

const choicesFor = async (source: string, changes: Partial<Choices> = {}): Promise<Choices> => ({
  source,
  columns,
  organisation: '',
  organisations: await organisations(),
  ...changes,
});

type Of<Kind extends Import['kind']> = Extract<Import, { kind: Kind }>;
const now = ({ store }: StoreHarness): Import => selectImport(store.getState() as never);
const becomes = <Kind extends Import['kind']>(harness: StoreHarness, kind: Kind) =>
  eventually(`an import that is ${kind}`, () => {
    const state = now(harness);
    return state.kind === kind ? (state as Of<Kind>) : undefined;
  });

async function checked(file: CsvFile, choices: Choices, transport?: Transport) {
  const harness = await openStoreAs(site, 'sysadmin', transport ? { transport } : {});
  harness.store.dispatch(importFileRead(file));
  harness.store.dispatch(importCheckRequested(choices));
  return harness;
}

async function imported(source: string, ...people: (readonly string[])[]) {
  const harness = await checked(fileOf(...people), await choicesFor(source));
  await becomes(harness, 'preview');
  harness.store.dispatch(importApplyRequested({ disableMissing: false, mailLinks: false }));
  return (await becomes(harness, 'done')).counts;
}

const stored = (like: string) =>
  site.database.query<{ user_name: string; enabled: boolean; title: string | null; roles: string[] }>(
    'SELECT user_name, enabled, title, roles FROM users WHERE user_name LIKE $1 ORDER BY user_name',
    [like],
  );
const runs = async (source: string) => (await site.database.query('SELECT FROM sync_runs WHERE source = $1', [source])).length;

test('previews every change, disables missing users only if chosen, and does what it previewed', async () => {
  const source = newSource();
  expect(await imported(source, person('st_anna'), person('st_bert'), person('st_gone'))).toMatchObject({ created: 3 });
  const list = fileOf(
    person('st_anna', { title: 'Actuary' }),
    person('st_bert', { enabled: 'NEIN' }),
    person('st_newly', { roles: 'Support; Member' }),
  );
  const harness = await checked(list, await choicesFor(source));
  const { plan } = await becomes(harness, 'preview');
  expect(plan).toMatchObject({ counts: { created: 1, updated: 1, disabled: 2, unchanged: 0 }, missing: 1 });
  expect(plan.changes.map(({ userName, kind }) => `${userName} ${kind}`)).toEqual([
    'st_anna updated',
    'st_bert disabled',
    'st_newly created',
    'st_gone disabled',
  ]);
  expect(plan.changes[0]?.fields).toEqual({ title: { from: null, to: 'Actuary' } });
  expect((await stored('st\\_%')).filter(({ enabled }) => enabled)).toHaveLength(3);
  expect(await runs(source)).toBe(1);

  harness.store.dispatch(importApplyRequested({ disableMissing: false, mailLinks: false }));
  harness.store.dispatch(importApplyRequested({ disableMissing: true, mailLinks: false }));
  expect((await becomes(harness, 'done')).counts).toEqual({ created: 1, updated: 1, disabled: 1, unchanged: 0 });
  expect(await runs(source)).toBe(2);
  expect(await stored('st\\_%')).toEqual([
    { user_name: 'st_anna', enabled: true, title: 'Actuary', roles: ['Member'] },
    { user_name: 'st_bert', enabled: false, title: null, roles: ['Member'] },
    { user_name: 'st_gone', enabled: true, title: null, roles: ['Member'] },
    { user_name: 'st_newly', enabled: true, title: null, roles: ['Member', 'Support'] },
  ]);

  const again = await checked(list, await choicesFor(source));
  expect((await becomes(again, 'preview')).plan).toMatchObject({
    counts: { created: 0, updated: 0, disabled: 1, unchanged: 3 },
    missing: 1,
  });
  again.store.dispatch(importApplyRequested({ disableMissing: true, mailLinks: false }));
  expect((await becomes(again, 'done')).counts).toMatchObject({ disabled: 1 });
  expect((await stored('st\\_gone'))[0]?.enabled).toBe(false);
});

test('lists every faulty line in file order, found by client or server, and changes nothing', async () => {
  const source = newSource();
  const file = fileOf(
    person('ft_fine'),
    person('ft_lost', { organisation: 'Nowhere Ltd' }),
    person('ordinary'),
    person('ft_maybe', { enabled: 'perhaps' }),
    person('no'),
    person('ft_role', { roles: 'Emperor' }),
  );
  const harness = await checked(file, await choicesFor(source));
  const { faults } = await becomes(harness, 'faulty');
  expect(faults).toEqual([
    { line: 3, field: 'organisationPublicId', value: 'Nowhere Ltd', why: { unreadable: 'organisationPublicId' } },
    { line: 4, field: 'userName', value: 'ordinary', why: { text: expect.stringContaining('ordinary') as string } },
    { line: 5, field: 'enabled', value: 'perhaps', why: { unreadable: 'enabled' } },
    { line: 6, field: 'userName', value: expect.any(String) as string, why: { text: expect.any(String) as string } },
    { line: 7, field: 'roles', value: 'Emperor', why: { text: expect.stringContaining('Emperor') as string } },
  ]);
  expect(await stored('ft\\_%')).toEqual([]);
  expect(await runs(source)).toBe(0);
});

test('the valid lines are imported without the faulty ones, nobody counts as missing then, and new people are mailed a link', async () => {
  const source = newSource();
  await imported(source, person('vl_known'));
  const file = fileOf(
    person('vl_new'),
    person('vl_off', { enabled: 'no' }),
    person('vl_known', { organisation: 'Nowhere Ltd' }),
    person('no'),
  );
  const harness = await checked(file, await choicesFor(source));
  await becomes(harness, 'faulty');
  harness.store.dispatch(importReduced());
  expect(await becomes(harness, 'preview')).toMatchObject({
    leftOut: 2,
    plan: { counts: { created: 2, updated: 0, disabled: 0 }, missing: 0 },
  });
  harness.store.dispatch(importApplyRequested({ disableMissing: true, mailLinks: true }));
  expect(await becomes(harness, 'done')).toMatchObject({ leftOut: 2, mailed: true, counts: { created: 2, disabled: 0 } });
  expect(await stored('vl\\_known')).toMatchObject([{ enabled: true }]);
  const mailed = await site.database.query(
    "SELECT template, recipient FROM mails WHERE recipient LIKE 'vl\\_%' OR recipient LIKE 'vl_%@import.example'",
  );
  expect(mailed).toEqual([{ template: 'setPassword', recipient: 'vl_new@import.example' }]);
});

test('a cell longer than the server takes is a fault of its line, not of the whole file', async () => {
  const long = (length: number) => 'x'.repeat(length);
  const file = fileOf(
    person('fw_fine'),
    person('fw_name').with(3, long(256)),
    person('fw_title').with(4, long(20_000)),
    person('fw_user').with(0, long(321)),
    person('fw_alone').with(0, long(256)).with(8, ''),
    person('fw_mail').with(1, `${long(320)}@import.example`),
    person('fw_roles').with(6, `Member; ${long(101)}`),
    person('fw_id').with(8, long(256)),
  );
  const { faults } = await becomes(await checked(file, await choicesFor(newSource())), 'faulty');
  const tooLong = (line: number, field: string, most: number): unknown =>
    expect.objectContaining({ line, field, why: { tooLong: most } });
  expect(faults).toEqual([
    tooLong(3, 'lastName', 255),
    tooLong(4, 'title', 255),
    tooLong(5, 'userName', 320),
    tooLong(6, 'userName', 255),
    tooLong(7, 'email', 320),
    tooLong(8, 'roles', 100),
    tooLong(9, 'externalId', 255),
  ]);
});

test('an organisation is matched by id or by name, ignoring case, accents and surrounding spaces; one may be chosen for all', async () => {
  const all = await organisations();
  const idOf = (name: string) => all.find(({ label }) => label === name)?.value ?? '';
  const file = fileOf(
    person('or_name', { organisation: ' konigsbrucke VERSICHERUNG' }),
    person('or_by_id', { organisation: idOf('Northgate Portfolio') }),
  );
  const harness = await checked(file, await choicesFor(newSource()));
  const { plan } = await becomes(harness, 'preview');
  expect(plan.changes.map(({ fields }) => fields.organisationPublicId?.to)).toEqual([
    idOf('Königsbrücke Versicherung'),
    idOf('Northgate Portfolio'),
  ]);
  const one = { columns: { ...columns, organisationPublicId: -1 }, organisation: idOf('Kaveri Finance') };
  harness.store.dispatch(importCheckRequested(await choicesFor(newSource(), one)));
  await becomes(harness, 'checking');
  const { plan: second } = await becomes(harness, 'preview');
  expect(second.changes.map(({ fields }) => fields.organisationPublicId?.to)).toEqual(Array(2).fill(idOf('Kaveri Finance')));
});

test('asks to confirm identity when that was long ago, and continues by itself', async () => {
  const harness = await openStoreAs(site, 'sysadmin');
  await authenticatedAgo(site, '2 hours');
  harness.store.dispatch(importFileRead(fileOf(person('su_one'))));
  harness.store.dispatch(importCheckRequested(await choicesFor(newSource())));
  await eventually('the question', () => selectIsIdentityAsked(harness.store.getState()));
  await harness.store.dispatch(recoveryApi.endpoints.confirmIdentity.initiate(seal({ body: { password: DEMO_PASSWORD } })));
  expect((await becomes(harness, 'preview')).plan.counts.created).toBe(1);
});

test('when the session ends before the last step, the user logs in again over the page and the import continues', async () => {
  const source = newSource();
  const harness = await checked(fileOf(person('se_one')), await choicesFor(source));
  await becomes(harness, 'preview');
  harness.store.dispatch(unsavedChangesAppeared('the page'));
  await endSessions(site);
  harness.store.dispatch(importApplyRequested({ disableMissing: false, mailLinks: false }));
  await eventually('the dialog', () => selectIsInterrupted(harness.store.getState()));
  expect(now(harness)).toMatchObject({ kind: 'applying', file: { name: 'people.csv' } });
  await harness.store.dispatch(logIn('sysadmin'));
  expect((await becomes(harness, 'done')).counts.created).toBe(1);
  expect(await runs(source)).toBe(1);
});

test('a response lost after the server did it: the result is unknown, and checking again shows nothing left to do', async () => {
  visit(site);
  const source = newSource();
  const real = browserTransport();
  let loseNext = true;
  const losingTransport: Transport = {
    ...real,
    fetch: async (url, init) => {
      const reply = await real.fetch(url, init);
      if (loseNext && url.endsWith('/Users/Sync') && (init.body as string).includes('"dryRun":false'))
        throw new TypeError('connection reset');
      return reply;
    },
  };
  const harness = await checked(fileOf(person('ls_one')), await choicesFor(source), losingTransport);
  await becomes(harness, 'preview');
  const last = harness.store.dispatch(usersApi.endpoints.fetchLastSync.initiate());
  harness.store.dispatch(importApplyRequested({ disableMissing: false, mailLinks: false }));
  expect((await becomes(harness, 'unsure')).problem).toEqual({ kind: 'network' });
  loseNext = false;
  await eventually('the last import', () => {
    const { data } = usersApi.endpoints.fetchLastSync.select()(harness.store.getState());
    return data?.lastSync?.source === source;
  });
  last.unsubscribe();
  harness.store.dispatch(importCheckRequested(await choicesFor(source)));
  expect((await becomes(harness, 'preview')).plan).toMatchObject({ changes: [], counts: { unchanged: 1 } });
  expect(await runs(source)).toBe(1);
});

test('cells are read as they look: blanks and invisible characters around names and addresses go, and both spellings of a domain are one', async () => {
  const source = newSource();
  const odd = (name: string, email: string, first: string, last: string) => [
    name,
    email,
    first,
    last,
    '',
    ' harbour\u00A0mutual\u200B ',
    '',
    'yes\u200E',
    '',
  ];
  const file = fileOf(
    odd('\u200Bim_nbsp', '\u2068im_nbsp@import.example\u2069', 'Anna\u00A0Maria', '\u00A0 Import\t'),
    odd('im_label', 'im_label@xn--bro-hoa.example', 'Nina', 'Import'),
  );
  const harness = await checked(file, await choicesFor(source));
  await becomes(harness, 'preview');
  harness.store.dispatch(importApplyRequested({ disableMissing: false, mailLinks: false }));
  await becomes(harness, 'done');
  const people = await site.database.query(
    `SELECT user_name, email, first_name, last_name, external_id FROM users WHERE user_name LIKE 'im\\_%' ORDER BY 1`,
  );
  expect(people).toEqual([
    { user_name: 'im_label', email: 'im_label@büro.example', first_name: 'Nina', last_name: 'Import', external_id: 'im_label' },
    {
      user_name: 'im_nbsp',
      email: 'im_nbsp@import.example',
      first_name: 'Anna Maria',
      last_name: 'Import',
      external_id: 'im_nbsp',
    },
  ]);
  const again = await checked(
    fileOf(
      odd('im_nbsp', 'im_nbsp@import.example', 'Anna Maria', 'Import'),
      odd('im_label', 'im_label@büro.example', 'Nina', 'Import'),
    ),
    await choicesFor(source),
  );
  expect((await becomes(again, 'preview')).plan.counts).toMatchObject({ created: 0, updated: 0, unchanged: 2 });
});

test('a fault names column, cell and line, and a repeated value the line that has it, counted as in the file', async () => {
  const named = (name: string, last: string) => person(name).map((cell, at) => (at === 3 ? last : cell));
  const people = [
    named('fl_acute', 'O´Brien'),
    named('fl_invisible', 'Im\u200Bport'),
    named('fl_dash', 'Meyer–Schulz'),
    person('fl_twice'),
    person('fl_twice').with(8, 'x-other').with(1, 'other@import.example'),
    person('fl_mail').with(1, 'm@xn--bro-hoa.example'),
    person('fl_mails').with(1, 'm@büro.example'),
  ];
  // Blank lines, and cells of several lines: the file's lines are not the rows.
  const file = { ...fileOf(), rows: people.map((cells, at) => ({ line: 4 + at * 3, cells })) };
  const { faults } = await becomes(await checked(file, await choicesFor(newSource())), 'faulty');
  const text = (part: string) => ({ text: expect.stringContaining(part) as string });
  expect(faults).toEqual([
    { line: 4, field: 'lastName', value: 'O´Brien', why: text("Last name contains “´” (U+00B4). Use “'” instead: O'Brien") },
    {
      line: 7,
      field: 'lastName',
      value: 'Im\u200Bport',
      why: text('Last name contains a character that cannot be seen (U+200B)'),
    },
    { line: 10, field: 'lastName', value: 'Meyer–Schulz', why: text('Use “-” instead: Meyer-Schulz') },
    { line: 16, field: 'userName', value: 'fl_twice', why: { repeats: 13 } },
    { line: 22, field: 'email', value: 'm@büro.example', why: { repeats: 19 } },
  ]);
});
