/** Passkeys and administrators: reset, diagnosis, the last factor, impersonation; and what a dump of the database shows. */
import { addPasskey, logInWithPasskey } from '../../support/authenticator.ts';
import { createClient } from '../../support/client.ts';
import { logInAs } from '../../support/logInAs.ts';
import { enrol } from '../../support/mfa.ts';
import { unusedMember } from '../../support/unusedMember.ts';
import { useServer } from '../../support/useServer.ts';
import { auditEvents } from '../../support/auditEvents.ts';
import { requireMfa, takePassword } from '../../support/changeUser.ts';
import { only } from '../../support/facts.ts';
import { queuedMails } from '../../support/queuedMails.ts';

const site = useServer();

async function ownerOfPasskey() {
  const account = await unusedMember(site, { organisation: 'Harbour Mutual' });
  const client = await logInAs(site, account.userName);
  return { ...account, client, phone: await addPasskey(client) };
}
const canLogIn = async ({ phone }: Pick<Awaited<ReturnType<typeof ownerOfPasskey>>, 'phone'>) =>
  (await logInWithPasskey(createClient(site), phone)).body?.outcome === 'SignedIn';

describe('A reset', () => {
  test.each(['Passkeys', 'All'] as const)('of %s takes the passkeys away and ends the sessions', async (type) => {
    const owner = await ownerOfPasskey();
    const subadmin = await logInAs(site, 'subadmin');
    await subadmin.ok('Users.ResetAuthentication', { userName: owner.userName, type });
    expect(await owner.client.call('Login.Check')).toMatchObject({ status: 401 });
    expect(await canLogIn(owner)).toBe(false);
    const { details } = await only(
      auditEvents(site, { action: 'Users.ResetAuthentication', targetUserId: owner.userId }, 'details'),
    );
    expect(details).toMatchObject({ type, passkeysDeleted: 1 });
    const mails = await queuedMails(site, { recipient: owner.email, template: 'authenticationReset' });
    expect(mails).toHaveLength(1);
  });

  test('of passkeys leaves password and authenticator', async () => {
    const owner = await ownerOfPasskey();
    await enrol(owner.client);
    await (await logInAs(site, 'subadmin')).ok('Users.ResetAuthentication', { userName: owner.userName, type: 'Passkeys' });
    const body = { userName: owner.userName, password: 'Demo-pass-1' };
    expect(await createClient(site).ok('Login.Login', { body })).toMatchObject({ outcome: 'MfaCodeRequired' });
  });

  test.each(['Password', 'Mfa'] as const)('of %s leaves the passkeys', async (type) => {
    const owner = await ownerOfPasskey();
    await (await logInAs(site, 'subadmin')).ok('Users.ResetAuthentication', { userName: owner.userName, type });
    expect(await canLogIn(owner)).toBe(true);
  });
});

test('Disabling keeps the passkeys, which work again once the user is enabled', async () => {
  const owner = await ownerOfPasskey();
  const subadmin = await logInAs(site, 'subadmin');
  await subadmin.ok('Users.Enable', { userName: owner.userName, enabled: false });
  expect(await canLogIn(owner)).toBe(false);
  await subadmin.ok('Users.Enable', { userName: owner.userName, enabled: true });
  expect(await canLogIn(owner)).toBe(true);
});

test('The diagnosis counts passkeys, and requires neither a password nor an authenticator of a user who has one', async () => {
  const owner = await ownerOfPasskey();
  const sysadmin = await logInAs(site, 'sysadmin');
  const diagnose = () => sysadmin.ok('Users.Diagnosis', { userName: owner.userName });
  await takePassword(site, owner.userId);
  await requireMfa(site, owner.userId);
  expect(await diagnose()).toEqual({ canLogIn: true, causes: [], passkeys: 1 });
  await sysadmin.ok('Users.ResetAuthentication', { userName: owner.userName, type: 'Passkeys' });
  expect(await diagnose()).toMatchObject({
    canLogIn: false,
    causes: [{ code: 'PasswordNotSet' }, { code: 'MfaEnrolmentOutstanding' }],
    passkeys: 0,
  });
});

test('A passkey is a second factor in the list of users, its search, filter, numbers and export, for as long as there is one', async () => {
  const { userName, userId, client, phone } = await ownerOfPasskey();
  await addPasskey(client, { name: 'Laptop' });
  const subadmin = await logInAs(site, 'subadmin');
  await requireMfa(site, userId);
  const shown = async () => {
    const { rows = [] } = await subadmin.ok('Users.Page', { search: userName });
    const found = await subadmin.ok('Users.Counts', { search: userName });
    const csv = await subadmin.raw(`/api/Users/Page?format=csv&columns=mfa&search=${userName}`);
    const all = await subadmin.ok('Users.Counts', {});
    return [rows[0]?.hasPasskey, found.mfaMissing, all.mfaMissing, /On|Required/.exec(csv.text)?.[0]];
  };
  const [, , missing] = await shown();
  await client.ok('Passkeys.Delete', { passkeyId: phone.passkeyId });
  expect(await shown()).toEqual([true, 0, missing, 'On']);
  await subadmin.ok('Users.ResetAuthentication', { userName, type: 'Passkeys' });
  expect(await shown()).toEqual([false, 1, Number(missing) + 1, 'Required']);
});

describe('The last factor of a user who must have one', () => {
  test('can’t be deleted, before there is another', async () => {
    const { client, phone, userId } = await ownerOfPasskey();
    await requireMfa(site, userId);
    const { passkeyId } = phone;
    expect(await client.call('Passkeys.Delete', { passkeyId })).toMatchObject({ status: 409, problem: { code: 'LastFactor' } });
    expect(await client.ok('Passkeys.List')).toHaveLength(1);
    await enrol(client);
    await client.ok('Passkeys.Delete', { passkeyId });
  });

  test('stays also where both passkeys are deleted at once', async () => {
    const { client, phone, userId } = await ownerOfPasskey();
    await requireMfa(site, userId);
    const laptop = await addPasskey(client, { name: 'Laptop' });
    const answers = await Promise.all(
      [phone, laptop].map(async ({ passkeyId }) => (await client.call('Passkeys.Delete', { passkeyId })).status),
    );
    expect(answers.sort()).toEqual([204, 409]);
  });
});

test('While impersonating, the passkeys of the user are seen but not touched', async () => {
  const { userName, phone } = await ownerOfPasskey();
  const { passkeyId } = phone;
  const subadmin = await logInAs(site, 'subadmin');
  await subadmin.ok('Users.Impersonate', { userName });
  const barred = { status: 403, problem: { code: 'Impersonating' } };
  expect(await subadmin.ok('Passkeys.List')).toHaveLength(1);
  expect(await subadmin.call('Passkeys.RegistrationOptions')).toMatchObject(barred);
  expect(await subadmin.call('Passkeys.Rename', { passkeyId, body: { name: 'Mine' } })).toMatchObject(barred);
  expect(await subadmin.call('Passkeys.Delete', { passkeyId })).toMatchObject(barred);
  expect(await subadmin.call('Passkeys.LoginOptions')).toMatchObject(barred);
});
