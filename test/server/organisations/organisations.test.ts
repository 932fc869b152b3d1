/** Organisations: who may read and change them, and what a change does to their users. */
import { addPasskey } from '../../support/authenticator.ts';
import { logInAs, DEMO_PASSWORD, totp } from '../../support/logInAs.ts';
import type { Client } from '../../support/client.ts';
import { createClient } from '../../support/client.ts';
import { enrol, pendingMfaSession, resetUsedCodes } from '../../support/mfa.ts';
import { unusedMember } from '../../support/unusedMember.ts';
import { useServer } from '../../support/useServer.ts';
import { auditEvents } from '../../support/auditEvents.ts';
import { last } from '../../support/facts.ts';
import { authenticatedAgo, sessions } from '../../support/sessions.ts';

const site = useServer({ env: { LIMIT_LOGINS_PER_ADDRESS: '10000' } });
let sysadmin: Client;
let subadmin: Client;
beforeAll(async () => {
  [sysadmin, subadmin] = [await logInAs(site, 'sysadmin'), await logInAs(site, 'subadmin')];
});

const findByName = async (organisationName: string) =>
  (await sysadmin.ok('Organisations.List')).find((organisation) => organisation.organisationName === organisationName)!;
const lastEvent = async (action: string) => {
  const event = await last(auditEvents(site, { action }, 'actor', 'target', 'organisation', 'details'));
  return event;
};

describe('The list', () => {
  it('contains the own organisation, or all of them for a system administrator', async () => {
    expect((await sysadmin.ok('Organisations.List')).length).toBe(12);
    for (const client of [subadmin, await logInAs(site, 'ordinary')])
      expect(await client.ok('Organisations.List')).toMatchObject([
        { organisationName: 'Harbour Mutual', house: false, approved: true },
      ]);
    expect(await findByName('Gatehouse')).toMatchObject({ house: true });
    expect(await findByName('Aldersgate Trust')).toMatchObject({ mfaRequired: true });
    const [count] = await site.database.query<{ n: number }>(
      `SELECT count(*)::int AS n FROM users JOIN organisations USING (organisation_id) WHERE name = 'Kaveri Finance'`,
    );
    expect((await findByName('Kaveri Finance')).userCount).toBe(count!.n);
  });

  it('search folds accents and case, sorts the best match first, and keeps to the caller’s scope', async () => {
    const find = async (client: Client, text: string, limit?: number) =>
      (await client.ok('Organisations.Find', { body: { text, ...(limit === undefined ? {} : { limit }) } })).map(
        ({ organisationName }) => organisationName,
      );
    expect(await find(sysadmin, 'LODZ')).toEqual(['Łódź Capital']);
    expect(await find(sysadmin, 'konigs')).toEqual(['Königsbrücke Versicherung']);
    expect(await find(sysadmin, '東港')).toEqual(['東港信託 Eastport']);
    expect((await find(sysadmin, 'p'))[0]).toBe('Blue Heron Partners');
    for (const sign of ['%', '_', '\\', '％', '＿', '＼']) expect([sign, await find(sysadmin, sign)]).toEqual([sign, []]);
    expect(await find(sysadmin, '', 3)).toHaveLength(3);
    const { publicId } = await findByName('Kaveri Finance');
    expect(await find(sysadmin, publicId.toUpperCase())).toEqual(['Kaveri Finance']);
    expect(await find(sysadmin, publicId.slice(1))).toEqual([]);
    expect(await find(subadmin, publicId)).toEqual([]);
    expect(await find(subadmin, 'northgate')).toEqual([]);
    expect(await find(subadmin, 'a')).toEqual(['Harbour Mutual']);
    expect(await (await logInAs(site, 'ordinary')).call('Organisations.Find', { body: { text: 'a' } })).toMatchObject({
      status: 403,
    });
  });
});

describe('Requiring MFA of all users', () => {
  it('ends no session, returns how many must enrol, and applies at their next login', async () => {
    const member = await unusedMember(site, { organisation: 'Harbour Mutual' });
    const own = await logInAs(site, member.userName);
    // A user with a passkey has a second factor.
    await addPasskey(await logInAs(site, (await unusedMember(site, { organisation: 'Harbour Mutual' })).userName));
    const [expected] = await site.database.query<{ n: number }>(
      `SELECT count(*)::int AS n FROM users u JOIN organisations USING (organisation_id) WHERE name = 'Harbour Mutual'
         AND NOT EXISTS (SELECT FROM passkeys p WHERE p.user_id = u.user_id)
         AND mfa_enrolled_at IS NULL AND registered_at IS NOT NULL AND enabled AND mfa_required_override IS NOT FALSE`,
    );
    expect(await subadmin.ok('Organisations.SetMfaRequired', { required: true })).toEqual({
      required: true,
      toEnrol: expected!.n,
    });
    expect(await own.ok('Organisations.MfaRequired')).toEqual({ required: true });
    expect((await own.ok('Users.Self')).mfaRequired).toBe(true);
    const next = await pendingMfaSession(site, member.userName);
    expect((await next.call('Login.Check')).headers.get('location')).toBe('/EnrolMfa');
    expect(await lastEvent('Organisations.SetMfaRequired')).toMatchObject({
      actor: 'subadmin',
      target: 'Harbour Mutual',
      details: { required: true, toEnrol: expected!.n },
    });
    expect((await (await logInAs(site, 'second_sub')).ok('Organisations.MfaRequired')).required).toBe(false);
  });

  it('can be undone, and does nothing when repeated', async () => {
    const events = () => auditEvents(site, { action: 'Organisations.SetMfaRequired' });
    const before = (await events()).length;
    for (let round = 0; round < 3; round += 1)
      expect((await subadmin.ok('Organisations.SetMfaRequired', { required: false })).required).toBe(false);
    expect(await events()).toHaveLength(before + 1);
    await logInAs(site, 'ordinary');
  });

  it('needs an administrator with a fresh proof of identity', async () => {
    expect(await (await logInAs(site, 'ordinary')).call('Organisations.SetMfaRequired', { required: true })).toMatchObject({
      status: 403,
    });
    expect((await subadmin.raw('/api/Organisations/MfaRequired/maybe', { method: 'PUT' })).status).toBe(400);
    const client = await logInAs(site, 'subadmin');
    const { sessionId } = await last(sessions(site, { userName: 'subadmin' }, 'sessionId'));
    await authenticatedAgo(site, '31 minutes', sessionId);
    expect(await client.call('Organisations.SetMfaRequired', { required: true })).toMatchObject({
      status: 403,
      problem: { code: 'ConfirmIdentity' },
    });
  });
});

/** Random characters: a repetitive name would be compressed and fit an index entry. */
const randomName = (length: number) =>
  Array.from({ length }, () => String.fromCodePoint(0x4e00 + Math.floor(Math.random() * 20_000))).join('');

describe('Registering', () => {
  const register = (organisationName: string, publicId: string = crypto.randomUUID(), client = sysadmin) =>
    client.call('Organisations.Register', { publicId, organisationName });

  it('creates an organisation in which users can be created', async () => {
    const publicId = crypto.randomUUID();
    expect(await register('Compañía / Söhne & Co. "100 %"', publicId)).toMatchObject({
      status: 201,
      body: {
        publicId,
        organisationName: 'Compañía / Söhne & Co. "100 %"',
        approved: true,
        mfaRequired: false,
        house: false,
        userCount: 0,
      },
    });
    expect(await lastEvent('Organisations.Register')).toMatchObject({
      actor: 'sysadmin',
      organisation: 'Compañía / Söhne & Co. "100 %"',
    });
    await sysadmin.ok('Users.Create', {
      body: {
        userName: 'first_there',
        email: 'first.there@example.net',
        firstName: 'First',
        lastName: 'There',
        organisationPublicId: publicId,
        roles: [],
      },
    });
    expect((await findByName('Compañía / Söhne & Co. "100 %"')).userCount).toBe(1);
  });

  it('refuses a name or id in use, in any spelling, and accepts one of eight concurrent requests', async () => {
    expect(await register('harbour MUTUAL')).toMatchObject({
      status: 409,
      problem: { code: 'OrganisationTaken', fields: { organisationName: 'An organisation with this name already exists.' } },
    });
    expect(await register('Lodz Capital')).toMatchObject({ status: 409 });
    const { publicId } = await findByName('Kaveri Finance');
    expect(await register('Kaveri Two', publicId)).toMatchObject({
      status: 409,
      problem: { fields: { publicId: 'An organisation with this ID already exists.' } },
    });
    const answers = await Promise.all(Array.from({ length: 8 }, () => register('Only One Ltd')));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array<number>(7).fill(409)]);
  });

  it('accepts a long name, detects duplicates of it, and audits it in full', async () => {
    const long = randomName(1500);
    expect(await register(long)).toMatchObject({ status: 201, body: { organisationName: long } });
    expect(await register(long)).toMatchObject({ status: 409, problem: { code: 'OrganisationTaken' } });
    expect(await register(`${long}.`)).toMatchObject({ status: 201 });
    expect(await lastEvent('Organisations.Register')).toMatchObject({ organisation: `${long}.` });
  });

  it('needs a system administrator and a valid name', async () => {
    expect(await register('Mine', undefined, subadmin)).toMatchObject({ status: 403 });
    expect(await register('   ')).toMatchObject({ status: 400 });
    expect(await register('a\u202Eb')).toMatchObject({
      status: 400,
      problem: { fields: { organisationName: 'Please enter a valid name.' } },
    });
    expect(await register('Fine', 'not-a-uuid')).toMatchObject({ status: 400 });
  });
});

describe('Changing', () => {
  const update = async (organisationName: string, body: Record<string, unknown>, client = sysadmin) =>
    client.call('Organisations.Update', { publicId: (await findByName(organisationName)).publicId, body });

  it('renames, and the audit event has the old and the new name', async () => {
    expect((await update('Saint-Étienne Mutuelle', { organisationName: 'Mutuelle du Forez' })).body).toMatchObject({
      organisationName: 'Mutuelle du Forez',
    });
    expect(await lastEvent('Organisations.Update')).toMatchObject({
      target: 'Saint-Étienne Mutuelle',
      details: { fields: { organisationName: { from: 'Saint-Étienne Mutuelle', to: 'Mutuelle du Forez' } } },
    });
    expect(await update('Mutuelle du Forez', { organisationName: 'Kaveri finance' })).toMatchObject({
      status: 409,
      problem: { code: 'OrganisationTaken' },
    });
    expect((await update('Mutuelle du Forez', { organisationName: 'MUTUELLE du Forez' })).body).toMatchObject({
      organisationName: 'MUTUELLE du Forez',
    });
  });

  it('withdrawing the approval ends all sessions and keys and refuses logins; approving again restores no session', async () => {
    const member = await unusedMember(site, { organisation: "O'Hara & Sons" });
    const own = await logInAs(site, member.userName);
    const { key } = await own.ok('ApiKey.Create', { name: 'key' });
    await own.ok('ApiKey.CreateClaims', { body: { name: 'key', claims: [{ type: 'call', value: 'Users.Self' }] } });
    const program = createClient(site, { headers: { authorization: `Bearer ${key}` } });
    expect((await update("O'Hara & Sons", { approved: false })).body).toMatchObject({ approved: false });
    expect([(await own.call('Users.Self')).status, (await program.call('Users.Self')).status]).toEqual([401, 401]);
    const attempt = await createClient(site).ok('Login.Login', { body: { userName: member.userName, password: 'Demo-pass-1' } });
    expect(attempt).toMatchObject({ outcome: 'Rejected', reason: 'NotApproved' });
    expect((await sysadmin.ok('Users.User', { userName: member.userName })).approved).toBe(false);
    await update("O'Hara & Sons", { approved: true });
    expect((await own.call('Users.Self')).status).toBe(401);
    await logInAs(site, member.userName);
  });

  it('withdrawing the approval also ends concurrent logins, with or without a code', async () => {
    const member = await unusedMember(site, { organisation: 'Kaveri Finance' });
    const enrolledMember = await unusedMember(site, { organisation: 'Kaveri Finance' });
    const { key } = await enrol(await logInAs(site, enrolledMember.userName));
    for (let round = 0; round < 8; round += 1) {
      await resetUsedCodes(site, enrolledMember.userName);
      const [client, pendingClient] = [createClient(site), await pendingMfaSession(site, enrolledMember.userName)];
      await client.raw('/api/Login/Login');
      await Promise.all([
        client.call('Login.Login', { body: { userName: member.userName, password: DEMO_PASSWORD } }),
        pendingClient.call('Mfa.Login', { body: { code: totp(key) } }),
        update('Kaveri Finance', { approved: false }),
      ]);
      const statuses = [(await client.call('Users.Self')).status, (await pendingClient.call('Users.Self')).status];
      expect([round, statuses]).toEqual([round, [401, 401]]);
      await update('Kaveri Finance', { approved: true });
      expect((await client.call('Users.Self')).status).toBe(401);
    }
  });

  it('cannot lock out the last system administrator', async () => {
    expect(await update('Gatehouse', { approved: false })).toMatchObject({
      status: 409,
      problem: { code: 'LastSystemAdministrator' },
    });
    expect(await findByName('Gatehouse')).toMatchObject({ approved: true });
    expect((await sysadmin.call('Users.Self')).status).toBe(200);
  });

  it('accepts a name of any length within the limit of a request', async () => {
    const long = randomName(5000);
    expect((await update('Compañía del Puerto', { organisationName: long })).body).toMatchObject({ organisationName: long });
    expect(await update(long, { organisationName: randomName(25_000) })).toMatchObject({ status: 413 });
    expect(await update(long, { organisationName: '\t' })).toMatchObject({
      status: 400,
      problem: { fields: { organisationName: 'Please enter a valid name.' } },
    });
    expect((await update(long, { organisationName: 'Compañía del Puerto' })).status).toBe(200);
  });

  it('refuses unknown fields and invalid values, and needs a system administrator', async () => {
    for (const body of [
      { house: true },
      { userCount: 1 },
      { publicId: crypto.randomUUID() },
      { mfaRequired: 'yes' },
      { organisationName: null },
    ])
      expect(await update('Kaveri Finance', body)).toMatchObject({ status: 400 });
    expect(await update('Harbour Mutual', { mfaRequired: true }, subadmin)).toMatchObject({ status: 403 });
    expect(
      await sysadmin.call('Organisations.Update', { publicId: crypto.randomUUID(), body: { approved: true } }),
    ).toMatchObject({ status: 404 });
    const before = await findByName('Kaveri Finance');
    expect((await update('Kaveri Finance', {})).body).toEqual(before);
  });
});
