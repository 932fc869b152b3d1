/** The operator brings people from another system while the server runs; they log in with their former password and code. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HOTP, Secret } from 'otpauth';
import { admin } from '../../support/admin.ts';
import { auditEvents } from '../../support/auditEvents.ts';
import { forgetFailures } from '../../support/changeUser.ts';
import { createClient } from '../../support/client.ts';
import * as files from '../../support/foreignFiles.ts';
import { totp } from '../../support/logInAs.ts';
import { addOrganisation } from '../../support/organisations.ts';
import { queuedMails } from '../../support/queuedMails.ts';
import { useServer } from '../../support/useServer.ts';
import { users } from '../../support/userFacts.ts';

const SECRET_KEY = 'movein-movein-movein-movein-movein-movein';
const site = useServer({ env: { SECRET_KEY } });

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gatehouse-import-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function bring(source: string, text: string | Buffer, ...options: string[]) {
  const file = join(folder, 'people.export');
  await writeFile(file, text);
  return admin(['import', source, file, ...options], { DATABASE_URL: site.database.url, SECRET_KEY });
}

const ORGANISATION = ['--organisation', 'Nordlicht'];
beforeAll(async () => {
  for (const name of ['Nordlicht', 'Südwind']) await addOrganisation(site, name);
});

const logIn = (userName: string, password = files.FORMER_PASSWORD) =>
  createClient(site).call('Login.Login', { body: { userName, password } });

const countUsers = async () => (await users(site, {})).length;

const userOf = (email: string) =>
  site.database.row<Record<string, unknown>>(
    `SELECT u.user_name, u.first_name, u.last_name, u.roles, u.enabled, o.name AS organisation, u.password_must_change, u.password_hash,
            u.mfa_secret, u.email_proven_at IS NOT NULL AS proven
       FROM users u JOIN organisations o USING (organisation_id) WHERE email = $1`,
    [email],
  );

test('a dry run of Keycloak says what comes and what does not, for each person in a file, and changes nobody', async () => {
  const before = await countUsers();
  const report = join(folder, 'dry-run.csv');
  const { code, out, err } = await bring('keycloak', files.keycloakRealm(), ...ORGANISATION, '--dry-run', '--report', report);
  expect([code, err]).toEqual([0, '']);
  expect(out).toContain('8 people are in the file; 8 come');
  expect(out).toMatch(/with their password\t7\n/);
  expect(out).toMatch(/with their authenticator\t1\n/);
  for (const line of ['hashUnknown\t1', 'passkeyDropped\t1', 'linkDropped\t1', 'userNameChanged\t1', 'administrativeRole\t1'])
    expect(out).toContain(line);
  expect(out).toContain('Roles and groups without a role here: /staff/sales');
  const lines = (await readFile(report, 'utf8')).split('\r\n');
  expect(lines[0]).toBe('line,result,reason,userName,email,organisation,roles,password,authenticator,passkeys,notices');
  expect(lines).toHaveLength(10);
  expect(lines.find((line) => line.includes('emil'))).toMatch(
    /^\d+,comes,,emil_admin,emil_admin@former\.example,Nordlicht,Member,kept,,,administrativeRole SystemAdministration$/,
  );
  expect(await countUsers()).toBe(before);
  expect(await site.database.query('SELECT FROM imports')).toEqual([]);
});

test('people of Keycloak log in with password and code, and are what they were; a second run changes nothing', async () => {
  const before = await countUsers();
  const { out, code } = await bring(
    'auto',
    files.keycloakRealm(),
    ...ORGANISATION,
    '--role',
    '/staff/sales=Support',
    '--domain',
    'other.example=Südwind',
  );
  expect([code, out]).toEqual([0, expect.stringContaining('8 have come')]);
  expect(await countUsers()).toBe(before + 8);
  expect(await queuedMails(site, {})).toEqual([]);

  // Nothing of a hash or a key is legible in the database.
  const carla = await userOf('carla_of_26@former.example');
  expect(carla).toMatchObject({
    organisation: 'Nordlicht',
    roles: ['Member'],
    first_name: 'Anna',
    last_name: 'Müller',
    proven: true,
  });
  expect(carla.mfa_secret).toMatch(/^enc:v1:/);
  expect(carla.password_hash).toMatch(/^imported:\$argon2id\$v=19\$m=7168,t=5,p=1\$AAAA[^:]*:enc:v1:/);
  expect(await site.database.query('SELECT FROM import_rows WHERE secrets IS NOT NULL')).toEqual([]);
  expect(await userOf('bert_of_24@former.example')).toMatchObject({ roles: ['Member', 'Support'] });
  expect(await userOf('emil_admin@former.example')).toMatchObject({ roles: ['Member'] });

  for (const name of ['anna_mueller', 'bert_of_24', 'dora_dotted', 'dora.dotted@former.example', 'emil_admin'])
    expect([name, (await logIn(name)).status]).toEqual([name, 200]);
  expect((await logIn('anna_mueller', 'Grüße-43 aus Köln')).problem?.code).toBe('InvalidCredentials');
  expect((await logIn('frida_disabled')).body).not.toMatchObject({ outcome: 'SignedIn' });
  expect((await logIn('hanna_plugin')).problem?.code).toBe('InvalidCredentials');
  expect((await logIn('gustav_must_change')).body).toMatchObject({ redirectUrl: '/SecurityDetails' });

  const client = createClient(site);
  const login = { userName: 'carla_of_26', password: files.FORMER_PASSWORD };
  expect(await client.ok('Login.Login', { body: login })).toMatchObject({ outcome: 'MfaCodeRequired' });
  const secret = Secret.fromUTF8(files.KEYCLOAK_SEED);
  const code8 = HOTP.generate({ secret, algorithm: 'SHA256', digits: 8, counter: Math.floor(Date.now() / 60_000) });
  const entered = await client.ok('Mfa.Login', { body: { code: code8 } });
  expect(entered).toMatchObject({ outcome: 'SignedIn' });
  // The recovery code came.
  expect(entered).not.toHaveProperty('recoveryCodesMissing');
  const other = createClient(site);
  await other.ok('Login.Login', { body: login });
  expect(await other.ok('Mfa.RecoveryCode', { body: { code: files.KEYCLOAK_CODE } })).toMatchObject({ outcome: 'SignedIn' });

  const again = await bring('keycloak', files.keycloakRealm(), ...ORGANISATION);
  expect(again.out).toContain('8 people are in the file; 0 have come');
  expect(again.out).toContain('8 came before, and are unchanged.');
  expect(await countUsers()).toBe(before + 8);
  // One line for each import, with its counts.
  const events = await auditEvents(site, { action: 'Operator.Import' }, 'actor', 'details');
  expect(events).toMatchObject([
    { actor: 'operator', details: { source: 'keycloak', kind: 'done', created: 8 } },
    { actor: 'operator', details: { source: 'keycloak', kind: 'done', unchanged: 8 } },
  ]);
});

test.each([
  ['auth0', files.auth0Lines(), ['anton@former.example', 'berta@former.example']],
  ['firebase', files.firebaseUsers(), ['firebird@former.example']],
  ['django', files.djangoDump(), ['django@former.example']],
  ['table', files.wordpressTable(), ['wordpress_old', 'wordpress_new', 'new@former.example']],
  ['supertokens', files.supertokensUsers(), ['super@former.example']],
  ['logto', files.logtoUsers(), ['logto@former.example']],
])('people of %s log in with their former passwords', async (source, text, names) => {
  const config = join(folder, 'firebase.txt');
  await writeFile(config, files.FIREBASE_CONFIG);
  expect(await bring(source, text, ...ORGANISATION, '--firebase-hash', config)).toMatchObject({ code: 0, err: '' });
  for (const name of names) expect([name, (await logIn(name)).status]).toEqual([name, 200]);
});

test('who comes with an authenticator and without recovery codes is asked at each login, until there are some', async () => {
  const logInWithCode = async () => {
    await forgetFailures(site, 'berta@former.example');
    const client = createClient(site);
    await client.ok('Login.Login', { body: { userName: 'berta@former.example', password: files.FORMER_PASSWORD } });
    return { client, outcome: await client.ok('Mfa.Login', { body: { code: totp('JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP') } }) };
  };
  const { outcome: skipped } = await logInWithCode();
  expect(skipped).toMatchObject({ outcome: 'SignedIn', recoveryCodesMissing: true });
  const { client, outcome } = await logInWithCode();
  expect(outcome).toMatchObject({ recoveryCodesMissing: true });
  const { recoveryCodes } = await client.ok('Mfa.Recovery');
  expect(recoveryCodes).toHaveLength(10);
  expect((await logInWithCode()).outcome).not.toHaveProperty('recoveryCodesMissing');
});

test('weak hashes come only where they are asked for, and stand in the table wrapped in argon2id', async () => {
  const table = 'email,login,password\nweak@former.example,weak_one,b7283113fe92422431b41b28854d31e3\n';
  expect((await bring('table', table, ...ORGANISATION, '--dry-run')).out).toContain('hashWeak\t1');
  expect((await bring('table', table, ...ORGANISATION, '--weak-hashes')).code).toBe(0);
  const { password_hash: hash } = await userOf('weak@former.example');
  expect(hash).toMatch(/^imported:\$argon2id\$/);
  expect((await logIn('weak_one')).status).toBe(200);
});

test('each wrong row is refused with its line and reason, and the others come', async () => {
  const table = [
    'email,login,organisation,role,password,first name',
    'good@former.example,good_one,Südwind,member,$2y$06$fTeuMbDoDbQi2RCzIR2TKuNDwInqNdDUXjYxFbo9RUJ95vjXt/Cfe,Gerda',
    ',no_address,,,,',
    'no address,no_address,,,,',
    'GOOD@former.example,other_name,,,,',
    'second@former.example,Good_One,,,,',
    'ordinary@example.com,not_ordinary,,,,',
    'third@former.example,ORDINARY,,,,',
    'costly@former.example,costly_one,,,$2b$31$mgqs.ra/J0CRDlwoVa5hLukkEDC4QDXFAiCv.hd73Kq.Q3A745JAi,=HYPERLINK("x")',
    'claims@former.example,claims_one,,SystemAdministration,$argon2id$2b$06$mgqs.ra/J0CRDlwoVa5hLukkEDC4QDXFAiCv,',
    'short@former.example,short_row',
  ].join('\n');
  const report = join(folder, 'wrong.csv');
  expect((await bring('table', table, ...ORGANISATION, '--report', report)).code).toBe(0);
  const rows = (await readFile(report, 'utf8')).split('\r\n').map((line) => line.split(','));
  expect(rows.slice(1, -1).map((row) => [row[0], row[1], row[2], row.at(-1)])).toEqual([
    ['2', 'created', '', ''],
    ['3', 'refused', 'emailMissing', 'noPassword'],
    ['4', 'refused', 'emailInvalid', 'noPassword'],
    ['5', 'refused', 'repeated', 'noPassword'],
    ['6', 'refused', 'repeated', 'noPassword'],
    ['7', 'refused', 'emailTaken', 'noPassword'],
    ['8', 'refused', 'nameTaken', 'noPassword'],
    ['9', 'created', '', 'hashTooCostly'],
    ['10', 'created', '', 'hashUnknown | administrativeRole SystemAdministration'],
    ['11', 'refused', 'unreadable', ''],
  ]);
  expect(await userOf('good@former.example')).toMatchObject({ organisation: 'Südwind', first_name: 'Gerda' });
  expect(await userOf('claims@former.example')).toMatchObject({ roles: ['Member'], password_hash: null });
  expect(await userOf('costly@former.example')).toMatchObject({ first_name: 'HYPERLINKx' });
});

test('a file of another system than named, of no system, and without an organisation to go to, bring nobody', async () => {
  const before = await countUsers();
  expect(await bring('auth0', files.keycloakRealm())).toMatchObject({
    code: 1,
    err: expect.stringContaining('of keycloak') as string,
  });
  expect(await bring('auto', 'hello')).toMatchObject({ code: 1, err: expect.stringContaining('No system') as string });
  expect(await bring('lotus', 'hello')).toMatchObject({ code: 1, err: expect.stringContaining('There is no source') as string });
  const { out } = await bring('table', 'email,login\nx@nowhere.example,x_nowhere\n');
  expect(out).toContain('organisationUnknown\t1');
  expect(await countUsers()).toBe(before);
});

test('an import is undone for those who have not logged in since; the others stay', async () => {
  const before = await countUsers();
  const bcrypt = '$2y$06$fTeuMbDoDbQi2RCzIR2TKuNDwInqNdDUXjYxFbo9RUJ95vjXt/Cfe';
  const table = `email,login,password\n${['stays', 'goes_1', 'goes_2'].map((name) => `${name}@undo.example,undo_${name},${bcrypt}`).join('\n')}\n`;
  const { out } = await bring('table', table, ...ORGANISATION);
  const [, id = ''] = /import undo (\S+)/.exec(out) ?? [];
  expect((await logIn('undo_stays')).status).toBe(200);
  const undo = () => admin(['import', 'undo', id], { DATABASE_URL: site.database.url, SECRET_KEY });
  expect(await undo()).toMatchObject({
    code: 0,
    out: '2 users are gone again. 1 have logged in since, or administer, and stay.\n',
  });
  expect(await undo()).toMatchObject({ code: 1, err: expect.stringContaining('no import') as string });
  expect(await countUsers()).toBe(before + 1);
  expect((await bring('table', table, ...ORGANISATION)).out).toContain('2 have come');
  await site.database.query(`UPDATE imports SET finished_at = now() - interval '31 days'`);
  const { import_id: last } = await site.database.row<{ import_id: string }>(
    'SELECT import_id FROM imports ORDER BY requested_at DESC LIMIT 1',
  );
  expect(await admin(['import', 'undo', last], { DATABASE_URL: site.database.url, SECRET_KEY })).toMatchObject({ code: 1 });
});
