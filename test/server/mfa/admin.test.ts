/** MFA administration of other users, and its limits. */
import { logInAs } from '../../support/logInAs.ts';
import { awaitMail } from '../../support/mails.ts';
import { enrol, pendingMfaSession } from '../../support/mfa.ts';
import { useServer } from '../../support/useServer.ts';
import { moveBeside, requireMfa, setRoles, takeAuthenticator } from '../../support/changeUser.ts';
import { authenticatedAgo } from '../../support/sessions.ts';
import { userIdOf } from '../../support/userFacts.ts';

const site = useServer();

const idOf = (userName: string) => userIdOf(site, userName);
const override = (userName: string, required: boolean | null) => requireMfa(site, userName, required);

describe('MFA status of another user', () => {
  it('is readable inside the administrator’s own organisation and returns 404 outside it', async () => {
    const subadmin = await logInAs(site, 'subadmin');
    expect(await subadmin.ok('Mfa.Status', { userId: await idOf('mfa_user') })).toMatchObject({
      enabled: true,
      recoveryCodesLeft: 10,
    });
    expect(await subadmin.call('Mfa.Status', { userId: await idOf('support_user') })).toMatchObject({ status: 404 });
    expect(await subadmin.call('Mfa.Status', { userId: crypto.randomUUID() })).toMatchObject({ status: 404 });
    expect(await (await logInAs(site, 'sysadmin')).ok('Mfa.Status', { userId: await idOf('must_enrol') })).toMatchObject({
      enabled: false,
      required: true,
      requiredBy: 'organisation',
    });
  });

  it('is refused to members', async () => {
    const client = await logInAs(site, 'ordinary');
    expect(await client.call('Mfa.Status', { userId: await idOf('mfa_user') })).toMatchObject({ status: 403 });
    expect(await client.call('Mfa.Require', { userId: await idOf('mfa_user'), body: { required: true } })).toMatchObject({
      status: 403,
    });
  });
});

describe('Requiring MFA of a user', () => {
  afterEach(() => override('ordinary', null));

  it('demands enrolment at the next login and ends no session', async () => {
    const [subadmin, member] = [await logInAs(site, 'subadmin'), await logInAs(site, 'ordinary')];
    const status = await subadmin.ok('Mfa.Require', { userId: await idOf('ordinary'), body: { required: true } });
    expect(status).toMatchObject({ required: true, requiredBy: 'administrator', enabled: false });
    expect(await member.call('Login.Check')).toMatchObject({ status: 200 });
    const next = await pendingMfaSession(site, 'ordinary');
    expect((await next.call('Login.Check')).headers.get('location')).toBe('/EnrolMfa');
    await subadmin.ok('Mfa.Require', { userId: await idOf('ordinary'), body: { required: false } });
    expect(await logInAs(site, 'ordinary').then((client) => client.call('Login.Check'))).toMatchObject({ status: 200 });
  });

  it('can exempt a user from the organisation’s policy', async () => {
    const sysadmin = await logInAs(site, 'sysadmin');
    const status = await sysadmin.ok('Mfa.Require', { userId: await idOf('must_enrol'), body: { required: false } });
    expect(status).toMatchObject({ required: false, requiredBy: null });
    expect(await logInAs(site, 'must_enrol').then((client) => client.call('Login.Check'))).toMatchObject({ status: 200 });
    await override('must_enrol', null);
  });

  it('is audited once, increments the user’s version, and does nothing when repeated', async () => {
    const subadmin = await logInAs(site, 'subadmin');
    const { version } = await subadmin.ok('Users.User', { userName: 'ordinary' });
    const userId = await idOf('ordinary');
    for (let round = 0; round < 3; round += 1) await subadmin.ok('Mfa.Require', { userId, body: { required: true } });
    expect(await subadmin.ok('Users.User', { userName: 'ordinary' })).toMatchObject({ version: version + 1, mfaRequired: true });
    const events = await site.database.query(
      "SELECT details FROM audit_events WHERE action = 'Mfa.Require' AND actor = 'subadmin' AND target = 'ordinary' AND at > now() - interval '5 seconds' AND details = '{\"required\": true}'",
    );
    expect(events.length).toBeLessThanOrEqual(2);
  });

  it('is refused for other organisations, higher roles, and one’s own exemption', async () => {
    const subadmin = await logInAs(site, 'subadmin');
    const require = async (userName: string, required: boolean) =>
      subadmin.call('Mfa.Require', { userId: await idOf(userName), body: { required } });
    expect(await require('second_sub', true)).toMatchObject({ status: 404 });
    expect(await require('subadmin', false)).toMatchObject({ status: 403, problem: { code: 'OwnAccount' } });
    await setRoles(site, 'support_user', ['SystemAdministration']);
    await moveBeside(site, 'support_user', 'subadmin');
    expect(await require('support_user', true)).toMatchObject({ status: 403, problem: { code: 'Forbidden' } });
  });
});

describe('A recovery code from an administrator', () => {
  it('logs its owner in once within a day, replaces the previous one, and is reported to the owner by mail', async () => {
    const subadmin = await logInAs(site, 'subadmin');
    const userId = await idOf('mfa_user');
    const first = await subadmin.ok('Mfa.RecoveryFor', { userId });
    const second = await subadmin.ok('Mfa.RecoveryFor', { userId });
    expect(Date.parse(second.expiresAt) - Date.now()).toBeGreaterThan(23.9 * 3_600_000);
    expect(Date.parse(second.expiresAt) - Date.now()).toBeLessThanOrEqual(24 * 3_600_000);
    const client = await pendingMfaSession(site, 'mfa_user');
    expect(await client.call('Mfa.RecoveryCode', { body: { code: first.recoveryCode } })).toMatchObject({ status: 400 });
    expect(await client.ok('Mfa.RecoveryCode', { body: { code: second.recoveryCode } })).toMatchObject({
      outcome: 'SignedIn',
      recoveryCodesLeft: 10,
    });
    const secondLogin = await pendingMfaSession(site, 'mfa_user');
    expect(await secondLogin.call('Mfa.RecoveryCode', { body: { code: second.recoveryCode } })).toMatchObject({ status: 400 });
    const { text } = await awaitMail(
      site,
      ({ to, text }) => to[0] === 'mfa_user@example.com' && text.includes('Hannah Whitaker'),
    );
    for (const { recoveryCode } of [first, second]) expect(text).not.toContain(recoveryCode);
  });

  it('expires after a day', async () => {
    const { recoveryCode } = await (await logInAs(site, 'subadmin')).ok('Mfa.RecoveryFor', { userId: await idOf('mfa_user') });
    await site.database.query("UPDATE recovery_codes SET expires_at = now() - interval '1 second' WHERE expires_at IS NOT NULL");
    const client = await pendingMfaSession(site, 'mfa_user');
    expect(await client.call('Mfa.RecoveryCode', { body: { code: recoveryCode } })).toMatchObject({ status: 400 });
  });

  it('is refused for oneself, for users without MFA, outside the own organisation, and without a fresh proof of identity', async () => {
    const subadmin = await logInAs(site, 'subadmin');
    const issue = async (userName: string) => subadmin.call('Mfa.RecoveryFor', { userId: await idOf(userName) });
    await enrol(subadmin);
    expect(await issue('subadmin')).toMatchObject({ status: 403, problem: { code: 'OwnAccount' } });
    expect(await issue('ordinary')).toMatchObject({ status: 409, problem: { code: 'MfaNotOn' } });
    expect(await issue('second_sub')).toMatchObject({ status: 404 });
    await authenticatedAgo(site, '31 minutes');
    expect(await issue('mfa_user')).toMatchObject({ status: 403, problem: { code: 'ConfirmIdentity' } });
    await subadmin.ok('Mfa.Disable').catch(() => undefined);
  });
});

describe('Resetting to the organisation’s policy', () => {
  const subadmin = async () => {
    await takeAuthenticator(site, 'subadmin');
    await site.database.query(
      "UPDATE users SET mfa_required_override = NULL WHERE organisation_id = (SELECT organisation_id FROM users WHERE user_name = 'subadmin')",
    );
    return logInAs(site, 'subadmin');
  };
  const names = (reply: { overridden: { userName: string }[] }) => reply.overridden.map(({ userName }) => userName).sort();

  it('lists the users with an override, and resets the named ones or all', async () => {
    const client = await subadmin();
    for (const userName of ['ordinary', 'mfa_user']) await override(userName, true);
    const before = await client.ok('Mfa.Overridden');
    expect(before.mfaRequired).toBe(false);
    expect(names(before)).toEqual(['mfa_user', 'ordinary']);
    expect(await client.ok('Mfa.OrganizationDefaultReset', { body: { userIds: [await idOf('ordinary')] } })).toEqual({
      reset: 1,
    });
    expect(names(await client.ok('Mfa.Overridden'))).toEqual(['mfa_user']);
    expect(await client.ok('Mfa.OrganizationDefaultReset', { body: {} })).toEqual({ reset: 1 });
    expect(await client.ok('Mfa.OrganizationDefaultReset', { body: {} })).toEqual({ reset: 0 });
  });

  it('changes nothing if any named user is out of scope', async () => {
    const client = await subadmin();
    await override('ordinary', true);
    for (const outOfScopeId of [await idOf('second_sub'), crypto.randomUUID()]) {
      const answer = await client.call('Mfa.OrganizationDefaultReset', {
        body: { userIds: [await idOf('ordinary'), outOfScopeId] },
      });
      expect(answer).toMatchObject({ status: 404 });
    }
    expect(names(await client.ok('Mfa.Overridden'))).toEqual(['ordinary']);
  });

  it('does not release administrators from a requirement that another one set on them', async () => {
    const client = await subadmin();
    await override('subadmin', true);
    const userIds = [await idOf('subadmin')];
    expect(await client.call('Mfa.OrganizationDefaultReset', { body: { userIds } })).toMatchObject({
      status: 403,
      problem: { code: 'OwnAccount' },
    });
    expect(await client.ok('Mfa.OrganizationDefaultReset', { body: {} })).toEqual({ reset: 0 });
    expect(names(await client.ok('Mfa.Overridden'))).toEqual(['subadmin']);
  });
});
