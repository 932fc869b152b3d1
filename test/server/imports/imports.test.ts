/** System administrators bring people from another system by the calls of the screen. */
import { once } from 'node:events';
import { request } from 'node:http';
import { logInAs } from '../../support/logInAs.ts';
import { createClient, type Client } from '../../support/client.ts';
import { eventually } from '../../support/eventually.ts';
import * as files from '../../support/foreignFiles.ts';
import {
  awaitImport,
  holdImports,
  moveIn,
  peopleOf,
  readForeignFile,
  sendForeignFile,
  tableOf,
} from '../../support/foreignImports.ts';
import { useServer } from '../../support/useServer.ts';
import { auditEvents } from '../../support/auditEvents.ts';
import { setRoles } from '../../support/changeUser.ts';
import { organisationIdOf, requireFourEyes } from '../../support/organisations.ts';
import { queuedMails } from '../../support/queuedMails.ts';
import { userOf } from '../../support/userFacts.ts';

const site = useServer({ env: { SECRET_KEY: 'movein-movein-movein-movein-movein-movein', MAX_IMPORT_BYTES: '200000' } });

let sysadmin: Client;
let organisationId: string;
beforeAll(async () => {
  sysadmin = await logInAs(site, 'sysadmin');
  organisationId = await organisationIdOf(site, 'Harbour Mutual');
});
afterEach(async () => {
  await site.database.query(`UPDATE imports SET state = 'cancelled', finished_at = now() WHERE state IN ('ready', 'paused')`);
});

const logIn = (userName: string) =>
  createClient(site).call('Login.Login', { body: { userName, password: files.FORMER_PASSWORD } });
const countUsers = async (like: string) =>
  (await site.database.row<{ count: number }>('SELECT count(*)::int AS count FROM users WHERE user_name LIKE $1', [like])).count;

async function readInto(content: string | Buffer, choices: object = {}) {
  const { importId, choices: first } = await readForeignFile(sysadmin, content);
  return sysadmin.ok('Imports.Choose', { importId, body: { ...first, organisationId, ...choices } });
}

test('a Keycloak realm is read, mapped, looked at, started and undone', async () => {
  const { importId, source, state, choices } = await readForeignFile(sysadmin, files.keycloakRealm(), {
    name: 'C:\\x\\realm.json',
  });
  expect([source, state]).toEqual(['keycloak', 'ready']);
  const read = await sysadmin.ok('Imports.Get', { importId });
  expect(read).toMatchObject({ fileName: 'realm.json', requestedBy: 'sysadmin', progress: { total: 8, done: 0 } });
  // Nobody has said yet where they go.
  expect(read.counts).toMatchObject({ total: 8, coming: 0, refusals: { organisationUnknown: 8 } });
  expect(read.counts.domains).toContainEqual({ domain: 'former.example', people: 8 });

  await sysadmin.ok('Imports.Choose', { importId, body: { ...choices, organisationId } });
  const chosen = await sysadmin.ok('Imports.Get', { importId });
  expect(chosen.counts).toMatchObject({ coming: 8, withPassword: 7, withAuthenticator: 1, refusals: {} });
  expect(chosen.counts.unknownRoles).toEqual(['/staff/sales']);
  await sysadmin.ok('Imports.Choose', { importId, body: { ...chosen.choices, roles: { '/staff/sales': 'Support' } } });
  const { rows, next } = await sysadmin.ok('Imports.Rows', { importId, code: 'administrativeRole' });
  expect(next).toBeNull();
  expect(rows).toMatchObject([{ userName: 'emil_admin', result: 'comes', organisation: 'Harbour Mutual', roles: ['Member'] }]);
  const { headers, text } = await sysadmin.raw(`/api/Imports/${importId}/Report`);
  expect(headers.get('content-disposition')).toContain('import.csv');
  expect(text.split('\r\n')).toHaveLength(10);

  expect(await sysadmin.ok('Imports.Start', { importId })).toMatchObject({ state: 'running' });
  await awaitImport(sysadmin, importId, 'done');
  expect((await logIn('anna_mueller')).status).toBe(200);
  expect(await site.database.query(`SELECT FROM import_rows WHERE secrets IS NOT NULL`)).toEqual([]);
  expect(await sysadmin.call('Imports.Choose', { importId, body: choices })).toMatchObject({ status: 409 });
  expect(await sysadmin.call('Imports.Start', { importId })).toMatchObject({ status: 409 });

  await sysadmin.ok('Imports.Undo', { importId });
  const { counts, undoableUntil } = await awaitImport(sysadmin, importId, 'undone');
  expect([counts.undone, counts.kept, undoableUntil]).toEqual([7, 1, null]);
  const events = await auditEvents(site, { action: 'Imports.Finish' }, 'actor', 'details');
  expect(events).toMatchObject([
    { actor: 'sysadmin', details: { source: 'keycloak', kind: 'done', created: 8 } },
    { actor: 'sysadmin', details: { source: 'keycloak', kind: 'undone', undone: 7, kept: 1 } },
  ]);
});

test('the hashes of Firebase need the parameters of its console, which come before the file', async () => {
  const without = await readForeignFile(sysadmin, files.firebaseUsers());
  expect((await sysadmin.ok('Imports.Get', without)).counts.notices).toMatchObject({ hashUnknown: 1 });
  expect((await sendForeignFile(sysadmin, files.firebaseUsers(), { firebase: 'rounds: 8' })).problem?.code).toBe(
    'HashParametersWrong',
  );
  const whole = await readForeignFile(sysadmin, files.firebaseUsers(), { firebase: files.FIREBASE_CONFIG });
  await sysadmin.ok('Imports.Choose', { ...whole, body: { ...whole.choices, organisationId } });
  await sysadmin.ok('Imports.Start', whole);
  await awaitImport(sysadmin, whole.importId, 'done');
  expect((await logIn('firebird@former.example')).status).toBe(200);
});

test('files that are none are refused with the reason, and leave nothing', async () => {
  const before = await sysadmin.ok('Imports.List');
  const codeOf = async (content: string) => (await sendForeignFile(sysadmin, content, { name: 'realm.json' })).problem?.code;
  expect(await codeOf('')).toBe('FileEmpty');
  expect(await codeOf('hello')).toBe('FileUnknown');
  expect(await codeOf(files.keycloakRealm().slice(0, -20))).toBe('FileBroken');
  expect(await codeOf(`email,login\n${'x,x\n'.repeat(50_001)}`)).toBe('PayloadTooLarge');
  expect(await sysadmin.ok('Imports.List')).toEqual(before);
  const form = new FormData();
  form.append('attachments', new Blob(['email\na@b.example\n']), 'x.csv');
  expect(await sysadmin.raw('/api/Imports', { method: 'POST', body: form })).toMatchObject({
    status: 400,
    problem: { code: 'Invalid' },
  });
  expect(await sysadmin.raw('/api/Imports', { method: 'POST', body: new FormData() })).toMatchObject({ status: 400 });
});

test('an upload that breaks off leaves nothing', async () => {
  const boundary = 'b'.repeat(30);
  const sending = request(`${site.url}/api/Imports`, {
    method: 'POST',
    headers: {
      'content-type': `multipart/form-data; boundary=${boundary}`,
      'x-requested-with': 'XMLHttpRequest',
      'x-xsrf-token': await sysadmin.cookie('XSRF-TOKEN'),
      origin: site.url,
      cookie: await sysadmin.jar.getCookieString(site.url),
    },
  });
  const broken = once(sending, 'error');
  const lines = peopleOf('aborted', 3000).map((name) => `${name}@moved.example,${name}\n`);
  sending.write(
    `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="x.csv"\r\n\r\nemail,login\n${lines.join('')}`,
  );
  const reading = () => site.database.query(`SELECT FROM imports WHERE state = 'reading'`);
  await eventually('the beginning', async () => (await reading()).length === 1);
  sending.destroy(new Error('The line is cut'));
  await broken;
  await eventually('the end', async () => (await reading()).length === 0);
});

test('a role or an organisation that is not there, and an administrative role for everybody, cannot be chosen', async () => {
  const { importId, choices } = await readForeignFile(sysadmin, tableOf(['wrong_choice']));
  const unknown = crypto.randomUUID();
  for (const wrong of [
    { defaultRole: 'SystemAdministration' },
    { defaultRole: 'Nothing' },
    { roles: { staff: 'Nothing' } },
    { organisationId: unknown },
    { domains: { 'moved.example': unknown } },
  ])
    expect(await sysadmin.call('Imports.Choose', { importId, body: { ...choices, ...wrong } })).toMatchObject({
      status: 400,
      problem: { code: 'Invalid', fields: { [Object.keys(wrong)[0] ?? '']: expect.any(String) as string } },
    });
});

test('an administrative role that is chosen for a former one is not given', async () => {
  const table = 'email,login,roles\nboss@moved.example,former_boss,boss\n';
  const { importId } = await readInto(table, { roles: { boss: 'SystemAdministration' } });
  await sysadmin.ok('Imports.Start', { importId });
  expect((await awaitImport(sysadmin, importId, 'done')).counts.notices).toMatchObject({ administrativeRole: 1 });
  expect(await userOf(site, 'former_boss', 'roles')).toEqual({ roles: ['Member'] });
});

test('a name and an address that others have taken since the file was read are told apart', async () => {
  const { importId } = await readInto(tableOf(['late_name', 'late_address', 'late_both', 'late_none']));
  const take = (userName: string, email: string) =>
    site.database.query(
      `INSERT INTO users (user_id, user_name, email, first_name, last_name, organisation_id, roles, registered_at, created_at)
       VALUES (gen_random_uuid(), $1, $2, 'Ada', 'Quay', $3, '{Member}', now(), now())`,
      [userName, email, organisationId],
    );
  await take('Late_Name', 'name@elsewhere.example');
  await take('other_name', 'LATE_ADDRESS@moved.example');
  await take('late_both', 'late_both@moved.example');
  await sysadmin.ok('Imports.Start', { importId });
  const { counts } = await awaitImport(sysadmin, importId, 'done');
  expect(counts).toMatchObject({ coming: 1, refusals: { nameTaken: 1, emailTaken: 2 } });
  const { rows } = await sysadmin.ok('Imports.Rows', { importId, code: 'nameTaken' });
  expect(rows).toMatchObject([{ userName: 'late_name' }]);
});

test('links are mailed to those who come without a password, where that is chosen', async () => {
  const { importId } = await readInto(`${tableOf(['with_hash'])}nohash@moved.example,without_hash,\n`, { mailLinks: true });
  await sysadmin.ok('Imports.Start', { importId });
  await awaitImport(sysadmin, importId, 'done');
  const mails = await queuedMails(site, { recipient: /@moved\.example$/ }, 'recipient');
  expect(mails).toEqual([{ recipient: 'nohash@moved.example' }]);
});

test('an import is paused, resumed by another administrator, and cancelled: what is left of the file is forgotten', async () => {
  const release = await holdImports(site.database);
  const { importId } = await readInto(tableOf(peopleOf('paused', 20)));
  await sysadmin.ok('Imports.Start', { importId });
  expect(await sysadmin.ok('Imports.Pause', { importId })).toMatchObject({ state: 'paused' });
  expect(await sysadmin.call('Imports.Pause', { importId })).toMatchObject({ status: 409 });
  const other = await logInAs(site, 'system_only');
  expect(await other.ok('Imports.Resume', { importId })).toMatchObject({ state: 'running', requestedBy: 'system_only' });
  expect(await sysadmin.ok('Imports.Cancel', { importId })).toMatchObject({ state: 'cancelled' });
  await release();
  expect(await site.database.query(`SELECT FROM import_rows WHERE import_id = $1 AND secrets IS NOT NULL`, [importId])).toEqual(
    [],
  );
  expect(await countUsers('paused%')).toBe(0);
  expect(await sysadmin.call('Imports.Resume', { importId })).toMatchObject({ status: 409 });
});

test('an import whose administrator is one no more is paused', async () => {
  const release = await holdImports(site.database);
  const other = await logInAs(site, 'system_only');
  const { importId } = await readInto(tableOf(peopleOf('rightless', 3)));
  await other.ok('Imports.Start', { importId });
  await setRoles(site, 'system_only', ['Member']);
  await release();
  await awaitImport(sysadmin, importId, 'paused');
  expect(await countUsers('rightless%')).toBe(0);
  await setRoles(site, 'system_only', ['SystemAdministration']);
  await sysadmin.ok('Imports.Resume', { importId });
  await awaitImport(sysadmin, importId, 'done');
  expect(await countUsers('rightless%')).toBe(3);
});

test('the same file twice, read and started at once, brings each person once', async () => {
  const people = tableOf(peopleOf('twice', 150));
  const imports = await Promise.all([readInto(people), readInto(people)]);
  // Each is started twice, too.
  const started = await Promise.all([...imports, ...imports].map(({ importId }) => sysadmin.call('Imports.Start', { importId })));
  expect(started.map(({ status }) => status).sort()).toEqual([200, 200, 409, 409]);
  const done = await Promise.all(imports.map(({ importId }) => awaitImport(sysadmin, importId, 'done')));
  expect(await countUsers('twice%')).toBe(150);
  expect(done.map(({ counts }) => counts.refusals)).toEqual([{}, {}]);
  expect(done.map(({ counts }) => counts.coming + counts.unchanged)).toEqual([150, 150]);
});

test('a start and a choice at once do not mix', async () => {
  const { importId, choices } = await readInto(tableOf(peopleOf('mixed', 50)));
  const release = await holdImports(site.database);
  const [chosen, started] = await Promise.all([
    sysadmin.call('Imports.Choose', { importId, body: { ...choices, defaultRole: 'Support' } }),
    sysadmin.call('Imports.Start', { importId }),
  ]);
  await release();
  expect(started.status).toBe(200);
  await awaitImport(sysadmin, importId, 'done');
  const roles = await site.database.query(`SELECT DISTINCT roles FROM users WHERE user_name LIKE 'mixed%'`);
  expect(roles).toEqual([{ roles: [chosen.status === 200 ? 'Support' : 'Member'] }]);
});

test('where two pairs of eyes are required, an import of many is undone once another system administrator approves', async () => {
  const setFourEyes = (required: boolean) => requireFourEyes(site, organisationId, required);
  const [few, many] = [
    await moveIn(sysadmin, peopleOf('few', 5), organisationId),
    await moveIn(sysadmin, peopleOf('many', 21), organisationId),
  ];
  await setFourEyes(true);
  await sysadmin.ok('Imports.Undo', { importId: few });
  await awaitImport(sysadmin, few, 'undone');
  expect((await sysadmin.call('Imports.Undo', { importId: many })).problem?.code).toBe('ReasonRequired');
  const asked = await sysadmin.call('Imports.Undo', { importId: many, reason: 'the wrong file' });
  expect(asked.problem?.code).toBe('ApprovalNeeded');
  expect(await sysadmin.ok('Imports.Get', { importId: many })).toMatchObject({ state: 'done' });
  const other = await logInAs(site, 'system_only');
  const [request] = await other.ok('Approvals.List');
  expect(request).toMatchObject({ action: 'Imports.Undo', target: 'people.export', reason: 'the wrong file' });
  await other.ok('Approvals.Approve', { requestId: request?.requestId ?? '' });
  expect((await awaitImport(sysadmin, many, 'undone')).counts.undone).toBe(21);
  expect(await countUsers('many%')).toBe(0);
  await setFourEyes(false);
});

test('no more files wait than are allowed, however many come at once', async () => {
  const sent = await Promise.all(Array.from({ length: 13 }, () => sendForeignFile(sysadmin, tableOf(['waiting_one']))));
  expect(sent.filter(({ status }) => status === 201)).toHaveLength(10);
  expect(sent.flatMap(({ problem }) => problem?.code ?? [])).toEqual(Array(3).fill('TooManyImports'));
});
