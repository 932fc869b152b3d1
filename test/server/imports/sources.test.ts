/** Files of other systems: each is known by its content, and read in pieces of any size. */
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';
import type { ReadRow } from '../../../server/imports/foreignFile.ts';
import { readForeignFile } from '../../../server/imports/read.ts';
import { readHashConfig } from '../../../server/imports/sources/firebase.ts';
import { readImportedHash } from '../../../server/password/importedHash.ts';
import * as files from '../../support/foreignFiles.ts';
import { scaled } from '../../support/scale.ts';

async function zipWith(name: string, content = 'x'): Promise<Buffer> {
  const zip = new ZipFile();
  zip.addBuffer(Buffer.from(content), name, { compress: false });
  zip.end();
  return buffer(zip.outputStream);
}

/** The file in pieces of so many bytes. */
async function read(text: string | Buffer, size = 64 * 1024) {
  const bytes = Buffer.from(text);
  const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) => bytes.subarray(at * size, (at + 1) * size));
  const { source, rows } = await readForeignFile(Readable.from(pieces), { firebase: readHashConfig(files.FIREBASE_CONFIG) });
  const found: ReadRow[] = [];
  for await (const row of rows) found.push(row);
  return { source, rows: found, people: found.flatMap((row) => ('person' in row ? [row.person] : [])) };
}

test('Keycloak: the domain of passkeys is that of the realm that its people are of, for each kind', async () => {
  const passkey = { id: Buffer.alloc(16), coseKey: Buffer.alloc(8) };
  const user = (name: string) =>
    files.keycloakUser(name, {
      credentials: [files.keycloakPasskey(passkey, 'webauthn'), files.keycloakPasskey(passkey, 'webauthn-passwordless')],
    });
  const realm = (name: string, settings: object) => JSON.parse(files.keycloakRealm([user(name)], settings)) as object;
  const both = { webAuthnPolicyRpId: 'a.example', webAuthnPolicyPasswordlessRpId: 'b.example' };
  const domains = async (file: unknown) =>
    (await read(JSON.stringify(file), 7)).people.map(({ passkeys }) => passkeys.map(({ rpId }) => rpId));
  expect(await domains([realm('first_one', both), realm('second_one', { webAuthnPolicyRpId: '' })])).toEqual([
    ['a.example', 'b.example'],
    ['', ''],
  ]);
  const nested = { attributes: { webAuthnPolicyRpId: 'c.example' }, clients: [{ webAuthnPolicyRpId: 'd.example' }] };
  expect(await domains(realm('third_one', { ...nested, note: 'webAuthnPolicyRpId', other: 'e.example' }))).toEqual([['', '']]);
});

test.each([
  ['keycloak', files.keycloakRealm()],
  ['keycloak', JSON.stringify([JSON.parse(files.keycloakRealm()), { realm: 'empty', users: [] }])],
  ['keycloak', JSON.stringify(JSON.parse(files.keycloakRealm()))],
  ['keycloak', files.keycloakOfOld()],
  ['auth0', files.auth0Lines()],
  ['auth0', `[${files.auth0Lines().replaceAll('\n', ',')}]`],
  ['firebase', files.firebaseUsers()],
  ['django', files.djangoDump()],
  ['table', files.wordpressTable()],
  ['supertokens', files.supertokensUsers()],
  ['logto', files.logtoUsers()],
])('%s: all passwords that it has are opened by the former one, whatever the pieces', async (name, text) => {
  const { source, people, rows } = await read(text);
  expect(source).toBe(name);
  expect(people).toHaveLength(rows.length);
  for (const size of [7, 1000]) expect((await read(text, size)).rows).toEqual(rows);
  const hashes = people.map(({ passwordHash }) => passwordHash).filter((hash) => hash !== '' && !hash.startsWith('pbkdf2-gost'));
  expect(hashes.length).toBeGreaterThan(0);
  for (const text of hashes) {
    const hash = readImportedHash(text);
    if (hash === undefined || hash === 'tooCostly') throw new Error(`Not read: ${text}`);
    expect(await hash.verify(files.FORMER_PASSWORD)).toBe(true);
  }
});

test('Keycloak: what comes, what does not, and in which line each person begins', async () => {
  const { people, rows } = await read(files.keycloakRealm());
  expect(people.map(({ userName }) => userName)).toEqual([
    ...['anna_mueller', 'bert_of_24', 'carla_of_26', 'dora.dotted', 'emil_admin', 'frida_disabled', 'gustav_must_change'],
    'hanna_plugin',
  ]);
  const lines = files.keycloakRealm().split('\n');
  for (const row of rows) expect(lines[row.line]).toContain('"id": "3f0b39cb');
  const [, bert, carla, dora, , frida, gustav] = people;
  expect(bert).toMatchObject({ roles: ['member'], groups: ['/staff/sales'], emailVerified: true });
  expect(carla).toMatchObject({
    authenticator: { secret: 'NJSESWRYN5IEE6CFGJWVO4KSOQ2XSVLB', algorithm: 'SHA256', digits: 8, period: 60 },
    recoveryCodes: [expect.stringMatching(/^TT24HFz/)],
  });
  expect(dora?.notices).toEqual([{ code: 'linkDropped', value: 'google' }]);
  expect(dora?.passkeys).toMatchObject([{ userHandle: Buffer.from(dora?.id ?? '').toString('base64url'), rpId: '' }]);
  expect([frida?.enabled, gustav?.mustChangePassword]).toEqual([false, true]);
});

test('the others bring roles, groups and authenticators as their formats have them', async () => {
  const [anton, berta] = (await read(files.auth0Lines())).people;
  expect([anton?.id, berta?.id]).toEqual(['60425dc43519d90068f82973', 'auth0|60425dc43519d90068f82974']);
  expect(berta).toMatchObject({ roles: ['Member'], groups: ['sales'], authenticator: { period: 30, digits: 6 } });
  expect(berta?.notices).toEqual([{ code: 'phoneFactorDropped' }]);
  const [django, closed] = (await read(files.djangoDump())).people;
  expect(django).toMatchObject({ roles: ['is_superuser'], groups: ['Support'], email: 'django@former.example' });
  expect(closed?.passwordHash).toBe('');
  const [old, fresh] = (await read(files.wordpressTable())).people;
  expect([old?.roles, fresh?.roles, fresh?.name]).toEqual([['subscriber'], ['administrator'], 'Nora\r\nNeu']);
  expect((await read(files.supertokensUsers())).people[0]).toMatchObject({ roles: ['member'], authenticator: { period: 60 } });
});

describe('A hostile or broken file', () => {
  const person = (name: string) => JSON.stringify({ username: name, email: `${name}@former.example`, credentials: [] });

  test('a person of a gigabyte is skipped with its line, in little memory, and the next ones come', async () => {
    function* gigabyte() {
      yield Buffer.from(`{"users":[\n${person('before')},\n{"username":"`);
      const megabyte = Buffer.alloc(1024 * 1024, 'x');
      for (let count = 0; count < scaled(100, 1024); count += 1) yield megabyte;
      yield Buffer.from(`"},\n${person('after')}]}`);
    }
    const before = process.memoryUsage().rss;
    const { rows } = await readForeignFile(Readable.from(gigabyte(), { objectMode: true }));
    const found: ReadRow[] = [];
    for await (const row of rows) found.push(row);
    expect(found.map((row) => ('refusal' in row ? [row.line, row.refusal] : [row.line, row.person.userName]))).toEqual([
      [2, 'before'],
      [3, 'tooLong'],
      [4, 'after'],
    ]);
    expect(process.memoryUsage().rss - before).toBeLessThan(150 * 1024 * 1024);
  });

  test('a line of a gigabyte in a table is skipped too', async () => {
    function* gigabyte() {
      yield Buffer.from('email,password\na@former.example,x\n');
      const megabyte = Buffer.alloc(1024 * 1024, 'x');
      for (let count = 0; count < 200; count += 1) yield megabyte;
      yield Buffer.from('\nb@former.example,x\n');
    }
    const { rows } = await readForeignFile(Readable.from(gigabyte(), { objectMode: true }));
    const found: unknown[] = [];
    for await (const row of rows) found.push('refusal' in row ? [row.line, row.refusal] : [row.line, row.person.email]);
    expect(found).toEqual([
      [2, 'a@former.example'],
      [3, 'tooLong'],
      [4, 'b@former.example'],
    ]);
  });

  test('a person with more roles, or longer names, than anybody has is skipped with the line, as JSON and in a table', async () => {
    const roles = JSON.stringify(Array.from({ length: 1001 }, (_, at) => `role ${String(at)}`));
    const long = 'x'.repeat(40_000);
    const realm = [person('first_one'), `{"username":"roles","credentials":[],"realmRoles":${roles}}`, person('last_one')].join(
      ',\n',
    );
    const table = `email,login,name\na@former.example,first_one,A\nb@former.example,second,${long}\nc@former.example,last_one,C\n`;
    for (const text of [`[${realm}]`, table]) {
      const { rows } = await read(text);
      expect(rows.map((row) => ('refusal' in row ? row.refusal : row.person.userName))).toEqual([
        'first_one',
        'tooLong',
        'last_one',
      ]);
    }
  });

  test('bytes that are no UTF-8, a key __proto__ and another object refuse their row alone', async () => {
    const text = Buffer.concat([
      Buffer.from(`[${person('first_one')},\n{"username":"`),
      Buffer.from([0xff, 0xfe]),
      Buffer.from(
        `","credentials":[]},\n{"username":"x","credentials":[],"__proto__":{"enabled":true}},\n{"username":"x","credentials":[],"__\\u0070roto__":1},\n{"other":1},\n${person('last_one')}]`,
      ),
    ]);
    const padded = Buffer.concat([Buffer.from(`[${'\n'.repeat(70_000)}`), text.subarray(1)]);
    const { rows } = await read(padded);
    expect(rows.map((row) => ('refusal' in row ? row.refusal : row.person.userName))).toEqual([
      'first_one',
      'unreadable',
      'unreadable',
      'unreadable',
      'unreadable',
      'last_one',
    ]);
    expect(({} as { enabled?: boolean }).enabled).toBeUndefined();
  });

  test.each([
    ['breaks off', `{"realm":"x","users":[${person('first_one')},{"username":"a`, /breaks off.*line 1/],
    ['has a bracket too many', `{"realm":"x","users":[${person('first_one')}]}\n]`, /line 2/],
    ['is nested a thousand times', `{"realm":"x","users":[${person('first_one')},\n{"a":${'['.repeat(1000)}`, /line 2/],
    ['is empty', '', /empty/],
    ['is of no system', '{"a":1}', /No system/],
    ['is a list of numbers', '[1,2,3]', /No system/],
    ['is text', 'hello', /No system/],
    ['has a table without addresses', 'name,colour\na,b\n', /No system/],
    ['is a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1, 2, 3]), /No system/],
  ])('a file that %s is refused', async (_what, text, reason) => {
    await expect(read(text)).rejects.toThrow(reason);
  });

  test.each([
    [
      'a workbook of OpenDocument',
      () => zipWith('mimetype', 'application/vnd.oasis.opendocument.spreadsheet'),
      'FileSpreadsheet',
    ],
    ['a workbook of before 2007', () => Promise.resolve(Buffer.from('d0cf11e0a1b11ae10000', 'hex')), 'FileSpreadsheet'],
    ['another archive', () => zipWith('export.json'), 'FileUnknown'],
  ])('%s is refused before anything of it is unpacked', async (_what, file, code) => {
    await expect(read(await file())).rejects.toMatchObject({ code });
  });

  test('a table in the code page of Excel, with semicolons and a formula, is read as text', async () => {
    const { people } = await read(
      Buffer.from('E-Mail;Vorname;Nachname;Password\r\nx@former.example;Jürgen;=cmd|x;$2y$06$x\r\n', 'latin1'),
    );
    expect(people).toMatchObject([{ firstName: 'Jürgen', lastName: '=cmd|x' }]);
  });
});
