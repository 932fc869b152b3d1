/** People come from Keycloak with their passkeys, where these were made for the same domain; who has one logs in with it as before. */
import { generateKeyPairSync, randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isoCBOR } from '@simplewebauthn/server/helpers';
import { admin } from '../../support/admin.ts';
import { addPasskey, createAuthenticator, logInWithPasskey, type Authenticator } from '../../support/authenticator.ts';
import { requireMfa } from '../../support/changeUser.ts';
import { createClient, type Client } from '../../support/client.ts';
import { FORMER_PASSWORD, keycloakPasskey, keycloakRealm, keycloakUser } from '../../support/foreignFiles.ts';
import { awaitImport, readForeignFile } from '../../support/foreignImports.ts';
import { logInAs } from '../../support/logInAs.ts';
import { pendingMfaSession } from '../../support/mfa.ts';
import { queuedMails } from '../../support/queuedMails.ts';
import { unusedMember } from '../../support/unusedMember.ts';
import { useServer } from '../../support/useServer.ts';

const SECRET_KEY = 'movein-movein-movein-movein-movein-movein';
const site = useServer({ env: { SECRET_KEY } });

let folder: string;
let sysadmin: Client;
let organisationId: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gatehouse-passkeys-'));
  sysadmin = await logInAs(site, 'sysadmin');
  const organisations = await sysadmin.ok('Organisations.List');
  organisationId = organisations.find(({ organisationName }) => organisationName === 'Harbour Mutual')?.publicId ?? '';
});
afterAll(() => rm(folder, { recursive: true }));

const here = () => new URL(site.url).hostname;

/** printf PASSWORD | argon2 0123456789abcdef -id -t 5 -k 7168 -p 1 -l 32 -e */
const password = {
  type: 'password',
  secretData: JSON.stringify({ value: 'FUIYbrgRsdl5VtETHqywh83fjBhkyRN3Z23UNWxm2Ec=', salt: 'MDEyMzQ1Njc4OWFiY2RlZg==' }),
  credentialData: JSON.stringify({
    hashIterations: 5,
    algorithm: 'argon2',
    additionalParameters: { memory: ['7168'], type: ['id'], version: ['1.3'], parallelism: ['1'] },
  }),
};

interface Former {
  readonly user: { readonly id: string; readonly username: string } & object;
  readonly authenticator: Authenticator;
}

type Kind = Parameters<typeof keycloakPasskey>[1];

/** A user of Keycloak with a passkey that was registered there, with the user handle that it has there. */
function former(
  userName: string,
  { kind, synced = true, counter = 0 }: { kind?: Kind; synced?: boolean; counter?: number } = {},
): Former {
  const authenticator = createAuthenticator({ origin: site.url, synced });
  const id = randomUUID();
  authenticator.create({
    rp: { id: here(), name: 'Keycloak' },
    user: { id: Buffer.from(id).toString('base64url'), name: userName, displayName: userName },
    challenge: 'AAAA',
  });
  const passkey = keycloakPasskey(
    { id: Buffer.from(authenticator.credentialId, 'base64url'), coseKey: authenticator.coseKey, counter },
    kind,
  );
  return { authenticator, user: { ...keycloakUser(userName, { credentials: [password, passkey] }), id, username: userName } };
}

const settingsOf = (domain: string) => ({ webAuthnPolicyRpId: domain, webAuthnPolicyPasswordlessRpId: domain });

/** Brings people on the screen's road. */
async function bring(users: readonly object[], domain = here(), passkeyDomain = '') {
  const { importId, choices } = await readForeignFile(sysadmin, keycloakRealm(users, settingsOf(domain)));
  await sysadmin.ok('Imports.Choose', { importId, body: { ...choices, organisationId, passkeyDomain } });
  await sysadmin.ok('Imports.Start', { importId });
  return awaitImport(sysadmin, importId, 'done');
}

const logIn = async (authenticator: Authenticator, falsified?: Parameters<Authenticator['get']>[1]) => {
  const { status, body, problem } = await logInWithPasskey(createClient(site), authenticator, falsified ? { falsified } : {});
  return { status, outcome: (body as { outcome?: string } | undefined)?.outcome, code: problem?.code };
};

const stored = (userName: string) =>
  site.database.query<Record<string, unknown>>(
    `SELECT p.name, p.device, p.backup_eligible, p.backed_up, p.transports, p.user_handle, p.sign_count::int AS sign_count, p.last_used_at
       FROM passkeys p JOIN users USING (user_id) WHERE user_name = $1 ORDER BY credential_id`,
    [userName],
  );

test('a passkey of the same domain comes, logs in without a password, and learns at its first use whether it may be synced', async () => {
  const { user, authenticator } = former('petra_passkey');
  const { counts, importId } = await bring([user]);
  expect(counts).toMatchObject({ coming: 1, withPasskeys: 1, withPassword: 1, notices: {} });
  expect((await sysadmin.ok('Imports.Rows', { importId })).rows).toMatchObject([{ userName: 'petra_passkey', passkeys: 1 }]);
  expect(await stored('petra_passkey')).toEqual([
    {
      name: 'Blue key',
      device: 'iCloud Keychain',
      backup_eligible: null,
      backed_up: false,
      transports: ['hybrid', 'internal'],
      user_handle: Buffer.from(user.id).toString('base64url'),
      sign_count: 0,
      last_used_at: null,
    },
  ]);
  // An import mails nothing unless that is ticked.
  expect(await queuedMails(site, { recipient: 'petra_passkey@former.example' })).toEqual([]);

  expect(await logIn(authenticator, { userHandle: Buffer.from(randomUUID()).toString('base64url') })).toMatchObject({
    code: 'PasskeyRefused',
  });
  expect(await logIn(authenticator, { rpId: 'other.example' })).toMatchObject({ code: 'PasskeyRefused' });
  expect(await logIn(authenticator, { userVerified: false })).toMatchObject({ code: 'PasskeyRefused' });
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  expect(await logIn(authenticator, { privateKey, backupEligible: false, backedUp: false })).toMatchObject({
    code: 'PasskeyRefused',
  });
  expect(await stored('petra_passkey')).toMatchObject([{ backup_eligible: null }]);

  expect(await logIn(authenticator)).toMatchObject({ status: 200, outcome: 'SignedIn' });
  expect(await stored('petra_passkey')).toMatchObject([
    { backup_eligible: true, backed_up: true, last_used_at: expect.any(Date) as Date },
  ]);
  // What it was at its first use holds from then on.
  expect(await logIn(authenticator, { backupEligible: false, backedUp: false })).toMatchObject({ code: 'PasskeyChanged' });
  expect(await logIn(authenticator)).toMatchObject({ status: 200 });
});

test('of two first uses at once that say otherwise, one is refused', async () => {
  const { user, authenticator } = former('paula_passkey');
  await bring([user]);
  const answers = await Promise.all([logIn(authenticator), logIn(authenticator, { backupEligible: false, backedUp: false })]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
});

test('a counter goes on where the former system has left it', async () => {
  const { user, authenticator } = former('conny_counter', { synced: false, counter: 41 });
  await bring([user]);
  expect(await logIn(authenticator, { signCount: 41 })).toMatchObject({ code: 'PasskeyRefused' });
  expect(await logIn(authenticator, { signCount: 42 })).toMatchObject({ outcome: 'SignedIn' });
  expect(await stored('conny_counter')).toMatchObject([{ backup_eligible: false, sign_count: 42 }]);
});

test('a security key that was the second factor is it here, also where it keeps no user handle', async () => {
  const { user, authenticator } = former('sepp_second', { kind: 'webauthn', synced: false });
  await bring([user]);
  await requireMfa(site, 'sepp_second');
  const half = await pendingMfaSession(site, 'sepp_second', { password: FORMER_PASSWORD });
  expect((await half.call('Login.Check')).headers.get('location')).toBe('/LoginMfa/false?passkey=only');
  const options = await half.ok('Passkeys.LoginOptions');
  expect(options.allowCredentials).toEqual([
    { id: authenticator.credentialId, type: 'public-key', transports: ['hybrid', 'internal'] },
  ]);
  const answer = async (client: Client) => authenticator.get(await client.ok('Passkeys.LoginOptions'), { userHandle: null });
  // Without the password it says for whom it is; nobody else's password helps it.
  const nobody = createClient(site);
  expect((await nobody.call('Passkeys.Login', { body: { response: await answer(nobody) } })).problem?.code).toBe(
    'PasskeyRefused',
  );
  const { userName, userId } = await unusedMember(site, { organisation: 'Harbour Mutual' });
  await addPasskey(await logInAs(site, userName));
  await requireMfa(site, userId);
  const other = await pendingMfaSession(site, userName);
  expect((await other.call('Passkeys.Login', { body: { response: await answer(other) } })).problem?.code).toBe('PasskeyRefused');
  expect(await half.ok('Passkeys.Login', { body: { response: await answer(half) } })).toMatchObject({ outcome: 'SignedIn' });
});

test('a passkey of another domain, or of one that nobody has said, is left out and told; what the realm says holds', async () => {
  const reasons = async (name: string, domain: string, chosen: string) => {
    const { user } = former(name);
    const { counts, importId } = await bring([user], domain, chosen);
    const { rows } = await sysadmin.ok('Imports.Rows', { importId });
    return [counts.withPasskeys, rows[0]?.notices, (await stored(name)).length];
  };
  const dropped = { code: 'passkeyDropped' };
  expect(await reasons('other_domain', 'login.former.example', here())).toEqual([
    0,
    [{ ...dropped, value: 'login.former.example' }],
    0,
  ]);
  expect(await reasons('parent_domain', `x.${here()}`, '')).toEqual([0, [{ ...dropped, value: `x.${here()}` }], 0]);
  expect(await reasons('unsaid_domain', '', '')).toEqual([0, [dropped], 0]);
  expect(await reasons('wrong_domain', '', 'login.former.example')).toEqual([
    0,
    [{ ...dropped, value: 'login.former.example' }],
    0,
  ]);
  expect(await reasons('chosen_domain', '', ` ${here().toUpperCase()} `)).toEqual([1, [], 1]);
});

const cose = (entries: readonly (readonly [number, number | Uint8Array])[]) => Buffer.from(isoCBOR.encode(new Map(entries)));

test('keys that are wrong, of an algorithm that is not accepted, or of somebody else are told for each person, and stop nobody', async () => {
  const owner = await unusedMember(site, { organisation: 'Harbour Mutual' });
  const taken = await addPasskey(await logInAs(site, owner.userName));
  const point = createAuthenticator({ origin: site.url }).coseKey;
  const okp = generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' });
  const rsa = (bits: number) => {
    const { n = '', e = '' } = generateKeyPairSync('rsa', { modulusLength: bits }).publicKey.export({ format: 'jwk' });
    return cose([
      [1, 3],
      [3, -257],
      [-1, Buffer.from(n, 'base64url')],
      [-2, Buffer.from(e, 'base64url')],
    ]);
  };
  const ed25519 = cose([
    [1, 1],
    [3, -8],
    [-1, 6],
    [-2, Buffer.from(okp.x ?? '', 'base64url')],
  ]);
  const withId = (bytes: number) => randomBytes(bytes);
  const keys: readonly (readonly [name: string, id: Buffer, coseKey: Buffer, code: string | null, counter?: number])[] = [
    ['key_empty', withId(32), Buffer.alloc(0), 'passkeyBroken'],
    ['key_text', withId(32), Buffer.from('hello'), 'passkeyBroken'],
    ['key_cut', withId(32), point.subarray(0, -5), 'passkeyBroken'],
    [
      'key_off_curve',
      withId(32),
      Buffer.concat([point.subarray(0, -1), Buffer.from([(point.at(-1) ?? 0) ^ 1])]),
      'passkeyBroken',
    ],
    ['key_long', withId(32), Buffer.concat([point, Buffer.alloc(4000)]), 'passkeyBroken'],
    ['key_short_id', withId(8), point, 'passkeyBroken'],
    ['key_long_id', withId(1024), point, 'passkeyBroken'],
    ['key_counter', withId(32), point, 'passkeyBroken', -1],
    ['key_counter_2', withId(32), point, 'passkeyBroken', 2 ** 32],
    ['key_weak', withId(32), rsa(1024), 'passkeyBroken'],
    [
      'key_es384',
      withId(32),
      cose([
        [1, 2],
        [3, -35],
        [-1, 2],
        [-2, Buffer.alloc(48)],
        [-3, Buffer.alloc(48)],
      ]),
      'passkeyAlgorithm',
    ],
    [
      'key_mixed',
      withId(32),
      cose([
        [1, 3],
        [3, -7],
        [-1, Buffer.alloc(256)],
        [-2, Buffer.alloc(3)],
      ]),
      'passkeyBroken',
    ],
    ['key_of_other', Buffer.from(taken.credentialId, 'base64url'), point, 'passkeyTaken'],
    ['key_rsa', withId(32), rsa(2048), null],
    ['key_ed25519', withId(64), ed25519, null],
    ['key_trailing', withId(16), Buffer.concat([point, Buffer.from([0xff])]), null],
  ];
  const twice = withId(32);
  const user = (name: string, ...credentials: object[]) => ({
    ...keycloakUser(name, { credentials: [password, ...credentials] }),
    id: randomUUID(),
  });
  const { counts, importId } = await bring([
    ...keys.map(([name, id, coseKey, , counter = 0]) => user(name, keycloakPasskey({ id, coseKey, counter }))),
    user('same_first', keycloakPasskey({ id: twice, coseKey: point }), keycloakPasskey({ id: twice, coseKey: point })),
    user('same_second', keycloakPasskey({ id: twice, coseKey: point })),
    user('has_many', ...Array.from({ length: 22 }, () => keycloakPasskey({ id: withId(32), coseKey: point }))),
  ]);
  expect(counts.coming).toBe(keys.length + 3);
  const { rows } = await sysadmin.ok('Imports.Rows', { importId });
  const told = Object.fromEntries(
    rows.map(({ userName, notices, passkeys }) => [userName, [passkeys, ...notices.map(({ code }) => code)]]),
  );
  expect(told).toEqual({
    ...Object.fromEntries(keys.map(([name, , , code]) => [name, code === null ? [1] : [0, code]])),
    same_first: [1, 'passkeyTaken'],
    same_second: [0, 'passkeyTaken'],
    has_many: [20, 'passkeyTooMany', 'passkeyTooMany'],
  });
  for (const { userName, passkeys } of rows) expect([userName, (await stored(userName)).length]).toEqual([userName, passkeys]);
  // The passkey is whose it was.
  expect(await logIn(taken)).toMatchObject({ status: 200 });
});

test('a passkey that another account has got since the file was read is left out, and told', async () => {
  const { user, authenticator } = former('late_comer');
  const { importId, choices } = await readForeignFile(sysadmin, keycloakRealm([user], settingsOf(here())));
  await sysadmin.ok('Imports.Choose', { importId, body: { ...choices, organisationId } });
  const owner = await logInAs(site, (await unusedMember(site, { organisation: 'Harbour Mutual' })).userName);
  const response = authenticator.create(await owner.ok('Passkeys.RegistrationOptions'));
  await owner.ok('Passkeys.Create', { body: { name: 'Mine', response } });
  await sysadmin.ok('Imports.Start', { importId });
  expect((await awaitImport(sysadmin, importId, 'done')).counts).toMatchObject({
    coming: 1,
    withPasskeys: 0,
    notices: { passkeyTaken: 1 },
  });
  expect(await stored('late_comer')).toEqual([]);
});

test('an import is undone with its passkeys, and comes again; who has logged in with one stays', async () => {
  const [gone, stays] = [former('undo_gone'), former('undo_stays')];
  const { importId } = await bring([gone.user, stays.user]);
  expect(await logIn(stays.authenticator)).toMatchObject({ status: 200 });
  await sysadmin.ok('Imports.Undo', { importId });
  expect((await awaitImport(sysadmin, importId, 'undone')).counts).toMatchObject({ undone: 1, kept: 1 });
  expect(await logIn(gone.authenticator)).toMatchObject({ code: 'PasskeyRefused' });
  expect((await bring([gone.user, stays.user])).counts).toMatchObject({ coming: 1, unchanged: 1, withPasskeys: 1, notices: {} });
  expect(await logIn(gone.authenticator)).toMatchObject({ status: 200 });
});

test('the operator says the domain with the command, which needs the address of the servers', async () => {
  const { user, authenticator } = former('olga_operator');
  const file = join(folder, 'realm.json');
  await writeFile(file, keycloakRealm([user]));
  const run = (options: readonly string[], env: Readonly<Record<string, string>> = { PUBLIC_URL: site.url }) =>
    admin(['import', 'keycloak', file, '--organisation', 'Harbour Mutual', ...options], {
      DATABASE_URL: site.database.url,
      SECRET_KEY,
      ...env,
    });
  expect(await run(['--passkey-domain', here()], {})).toMatchObject({
    code: 1,
    err: expect.stringContaining('--passkey-domain needs PUBLIC_URL') as string,
  });
  expect((await run(['--dry-run'])).out).toMatch(/with passkeys\t0[\s\S]*passkeyDropped\t1/);
  const report = join(folder, 'plan.csv');
  expect((await run(['--passkey-domain', here(), '--dry-run', '--report', report])).out).toMatch(/with passkeys\t1\n/);
  const [head = '', line = ''] = (await readFile(report, 'utf8')).split('\r\n');
  expect(line.split(',')[head.split(',').indexOf('passkeys')]).toBe('1');
  expect(await run(['--passkey-domain', here()])).toMatchObject({ code: 0 });
  expect(await logIn(authenticator)).toMatchObject({ outcome: 'SignedIn' });
});
