/** Administration of accounts: create, enable, disable, unlock, reset, take ownership, and diagnose login problems. */
import { logInAs, DEMO_PASSWORD } from '../../support/logInAs.ts';
import { createClient, type Client } from '../../support/client.ts';
import { awaitMail } from '../../support/mails.ts';
import { enrol, pendingMfaSession } from '../../support/mfa.ts';
import { linkOf, NEW_PASSWORD, newPassword, confirmLink } from '../../support/recovery.ts';
import { authenticatedAgo, sessions } from '../../support/sessions.ts';
import { unusedMember } from '../../support/unusedMember.ts';
import { useServer } from '../../support/useServer.ts';
import { setOwner } from '../../support/changeUser.ts';
import { rememberBrowser } from '../../support/credentials.ts';
import { countOf } from '../../support/facts.ts';
import { organisationIdOf } from '../../support/organisations.ts';

const HARBOUR = { organisation: 'Harbour Mutual' };
const site = useServer({ env: { LIMIT_LOGINS_PER_ADDRESS: '10000' } });
let sysadmin: Client;
let subadmin: Client;
beforeAll(async () => {
  [sysadmin, subadmin] = [await logInAs(site, 'sysadmin'), await logInAs(site, 'subadmin')];
});

const logIn = (userName: string, password = DEMO_PASSWORD) =>
  createClient(site).call('Login.Login', { body: { userName, password } });
const events = (action: string, target: string) =>
  site.database.query<{ details: { formerOwner?: string }; outcome: string; actor: string }>(
    'SELECT actor, outcome, details FROM audit_events WHERE action = $1 AND target = $2 ORDER BY seq DESC',
    [action, target],
  );
const organisationId = (name: string) => organisationIdOf(site, name);

describe('Disabling a user', () => {
  it('ends sessions, keys and remembered browsers at once, and enabling restores none', async () => {
    const member = await unusedMember(site, HARBOUR);
    const own = await logInAs(site, member.userName);
    const { key } = await own.ok('ApiKey.Create', { name: 'backup' });
    await own.ok('ApiKey.CreateClaims', { body: { name: 'backup', claims: [{ type: 'call', value: 'Users.Self' }] } });
    const program = createClient(site, { headers: { authorization: `Bearer ${key}` } });
    expect((await program.call('Users.Self')).status).toBe(200);

    expect(await subadmin.ok('Users.Enable', { userName: member.userName, enabled: false })).toMatchObject({
      enabled: false,
      loggedIn: false,
    });
    expect((await own.call('Users.Self')).status).toBe(401);
    expect((await program.call('Users.Self')).status).toBe(401);
    expect((await logIn(member.userName)).body).toMatchObject({ outcome: 'Rejected', reason: 'Disabled' });

    expect(await subadmin.ok('Users.Enable', { userName: member.userName, enabled: true })).toMatchObject({ enabled: true });
    expect((await own.call('Users.Self')).status).toBe(401);
    expect((await program.call('Users.Self')).status).toBe(401);
    expect((await logIn(member.userName)).body).toMatchObject({ outcome: 'SignedIn' });
    expect((await events('Users.Enable', member.userName)).map(({ details }) => details)).toEqual([
      { enabled: true },
      { enabled: false, apiKeysEnded: 1 },
    ]);
  });

  it('is idempotent under concurrent requests', async () => {
    const member = await unusedMember(site, HARBOUR);
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => subadmin.call('Users.Enable', { userName: member.userName, enabled: false })),
    );
    expect(answers.every(({ status, body }) => status === 200 && body?.enabled === false)).toBe(true);
    expect(await events('Users.Enable', member.userName)).toHaveLength(1);
  });

  it('also ends the session of a concurrent login', async () => {
    for (let round = 0; round < 8; round += 1) {
      const member = await unusedMember(site, HARBOUR);
      const client = createClient(site);
      await client.raw('/api/Login/Login');
      await Promise.all([
        client.call('Login.Login', { body: { userName: member.userName, password: DEMO_PASSWORD } }),
        subadmin.ok('Users.Enable', { userName: member.userName, enabled: false }),
      ]);
      expect(await sessions(site, { userId: member.userId })).toEqual([]);
    }
  });

  it('is refused for oneself, other organisations and higher roles, and a refusal is audited', async () => {
    const disable = (client: Client, userName: string) => client.call('Users.Enable', { userName, enabled: false });
    expect(await disable(subadmin, 'subadmin')).toMatchObject({ status: 403, problem: { code: 'OwnAccount' } });
    expect(await disable(subadmin, 'second_sub')).toMatchObject({ status: 404 });
    expect(await disable(subadmin, 'no_such_user')).toMatchObject({ status: 404 });
    expect(await disable(await logInAs(site, 'ordinary'), 'mfa_user')).toMatchObject({ status: 403 });
    expect(await events('Users.Enable', 'second_sub')).toMatchObject([
      { outcome: 'refused', actor: 'subadmin', details: { code: 'NotFound' } },
    ]);
  });
});

describe('Unlocking a user', () => {
  it('allows the login again and resets the failures', async () => {
    expect((await logIn('locked_user')).body).toMatchObject({ outcome: 'Rejected', reason: 'Locked' });
    expect(await subadmin.ok('Users.Unlock', { userName: 'LOCKED_user' })).toMatchObject({ lockedUntil: null, failedSignIns: 0 });
    expect((await logIn('locked_user')).body).toMatchObject({ outcome: 'SignedIn' });
    const before = (await events('Users.Unlock', 'locked_user')).length;
    await subadmin.ok('Users.Unlock', { userName: 'locked_user' });
    expect(await events('Users.Unlock', 'locked_user')).toHaveLength(before);
    expect(await subadmin.call('Users.Unlock', { userName: 'subadmin' })).toMatchObject({ status: 403 });
  });
});

describe('Resetting authentication', () => {
  const reset = (userName: string, type: 'Password' | 'Mfa' | 'All', client = subadmin) =>
    client.call('Users.ResetAuthentication', { userName, type });

  it('invalidates the password and mails a link to set a new one', async () => {
    const member = await unusedMember(site, HARBOUR);
    const own = await logInAs(site, member.userName);
    expect((await reset(member.userName, 'Password')).status).toBe(200);
    expect((await own.call('Users.Self')).status).toBe(401);
    expect(await logIn(member.userName)).toMatchObject({ status: 400, problem: { code: 'InvalidCredentials' } });
    const link = linkOf(
      await awaitMail(site, (mail) => mail.to[0] === member.email && mail.links[0]?.includes('/ForgottenPassword?') === true),
    );
    const recovering = await confirmLink(site, link);
    expect(await recovering.call('ChangeDetails.ChangePassword', newPassword(DEMO_PASSWORD))).toMatchObject({
      problem: { code: 'PasswordReused' },
    });
    await recovering.ok('ChangeDetails.ChangePassword', newPassword());
    expect((await logIn(member.userName, NEW_PASSWORD)).body).toMatchObject({ outcome: 'SignedIn' });
  });

  it('of MFA removes authenticator, recovery codes and remembered browsers, and the next login must enrol', async () => {
    const member = await unusedMember(site, HARBOUR);
    const { recoveryCodes } = await enrol(await logInAs(site, member.userName));
    await rememberBrowser(site, member.userId);
    expect((await reset(member.userName, 'Mfa')).body).toMatchObject({
      mfaEnabled: false,
      mfaRequired: true,
      recoveryCodesLeft: 0,
      loggedIn: false,
    });
    expect(await countOf(site, 'remembered_browsers', member.userId)).toBe(0);
    const next = await pendingMfaSession(site, member.userName);
    expect((await next.call('Users.Self')).status).toBe(401);
    expect((await next.call('Mfa.RecoveryCode', { body: { code: recoveryCodes[0]! } })).status).toBe(400);
    await enrol(next);
    expect((await next.call('Users.Self')).status).toBe(200);
    await awaitMail(site, (mail) => mail.to[0] === member.email && mail.text.includes('reset how you log in'));
  });

  it('of both needs the mailed link and a new enrolment', async () => {
    const member = await unusedMember(site, HARBOUR);
    await enrol(await logInAs(site, member.userName));
    expect((await reset(member.userName, 'All')).body).toMatchObject({ mfaEnabled: false, mfaRequired: true });
    expect(await logIn(member.userName)).toMatchObject({ status: 400 });
    expect((await events('Users.ResetAuthentication', member.userName))[0]).toMatchObject({
      actor: 'subadmin',
      details: { type: 'All' },
    });
    const link = linkOf(
      await awaitMail(site, (mail) => mail.to[0] === member.email && mail.links[0]?.includes('/ForgottenPassword?') === true),
    );
    const recovering = await confirmLink(site, link);
    await recovering.ok('ChangeDetails.ChangePassword', newPassword());
    expect((await logIn(member.userName, NEW_PASSWORD)).body).toMatchObject({ outcome: 'MfaEnrolmentRequired' });
  });

  it('is refused for oneself, out of scope, for invited users, and without a fresh proof of identity', async () => {
    expect(await reset('subadmin', 'Password')).toMatchObject({ status: 403, problem: { code: 'OwnAccount' } });
    expect(await reset('second_sub', 'Mfa')).toMatchObject({ status: 404 });
    expect(await reset('invited@example.com', 'Password')).toMatchObject({ status: 409 });
    expect((await subadmin.raw('/api/Users/ResetAuthentication/ordinary?type=Everything', { method: 'PUT' })).status).toBe(400);
    await authenticatedAgo(site, '31 minutes', 'subadmin');
    expect(await reset('ordinary', 'Mfa')).toMatchObject({ status: 403, problem: { code: 'ConfirmIdentity' } });
    await subadmin.ok('Login.ConfirmIdentity', { body: { password: DEMO_PASSWORD } });
  });
});

describe('Creating a user', () => {
  let createdCount = 0;
  const details = async (changes: Record<string, unknown> = {}) => {
    createdCount += 1;
    return {
      userName: `created_${String(createdCount)}`,
      email: `created${String(createdCount)}@example.net`,
      firstName: 'Cara',
      lastName: 'Created',
      organisationPublicId: await organisationId('Harbour Mutual'),
      roles: ['Support', 'Member', 'Member'],
      ...changes,
    };
  };
  const create = async (changes?: Record<string, unknown>, client = sysadmin) =>
    client.call('Users.Create', { body: await details(changes) });

  it('mails a link to set a password', async () => {
    const body = await details({ title: 'Clerk' });
    const answer = await sysadmin.call('Users.Create', { body });
    expect(answer).toMatchObject({
      status: 201,
      body: { userName: body.userName, title: 'Clerk', roles: ['Member', 'Support'], enabled: true, inviteState: null },
    });
    expect((await sysadmin.ok('Users.Diagnosis', { userName: body.userName })).causes).toMatchObject([
      { code: 'PasswordNotSet', remedy: 'resetPassword' },
    ]);
    const link = linkOf(await awaitMail(site, (mail) => mail.to[0] === body.email));
    await (await confirmLink(site, link)).ok('ChangeDetails.ChangePassword', newPassword());
    expect((await logIn(body.userName, NEW_PASSWORD)).body).toMatchObject({ outcome: 'SignedIn' });
    expect(await events('Users.Create', body.userName)).toMatchObject([
      { details: { roles: ['Member', 'Support'], passwordSet: false } },
    ]);
  });

  it('may set a password, with the usual rules', async () => {
    const body = await details({ password: NEW_PASSWORD });
    expect((await sysadmin.call('Users.Create', { body })).status).toBe(201);
    expect((await logIn(body.userName, NEW_PASSWORD)).body).toMatchObject({ outcome: 'SignedIn' });
    const refused: [string, string][] = [
      ['short', 'Invalid'],
      ['alllowercase1', 'Invalid'],
      ['Password1', 'PasswordRefused'],
      [`Created_${String(createdCount + 5)}`, 'PasswordRefused'],
      ['x'.repeat(1025), 'Invalid'],
    ];
    for (const [password, code] of refused)
      expect(await create({ password })).toMatchObject({
        status: 400,
        problem: { code, fields: { password: expect.any(String) as string } },
      });
  });

  it('refuses a user name or address in use, in any spelling, also for concurrent requests', async () => {
    expect(await create({ userName: 'ORDINARY' })).toMatchObject({
      status: 409,
      problem: { code: 'NameTaken', fields: { userName: expect.any(String) as string } },
    });
    expect(await create({ email: 'Ordinary@EXAMPLE.com' })).toMatchObject({
      status: 409,
      problem: { code: 'EmailTaken', fields: { email: expect.any(String) as string } },
    });
    expect(await create({ email: 'invited@example.com' })).toMatchObject({ status: 409, problem: { code: 'EmailTaken' } });
    const body = await details();
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        sysadmin.call('Users.Create', { body: { ...body, email: `many${String(index)}@example.net` } }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array<number>(7).fill(409)]);
  });

  it('refuses unknown roles, organisations and fields, and needs a system administrator', async () => {
    expect(await create({ roles: ['Emperor'] })).toMatchObject({
      status: 400,
      problem: { fields: { roles: expect.any(String) as string } },
    });
    expect(await create({ organisationPublicId: crypto.randomUUID() })).toMatchObject({
      status: 400,
      problem: { fields: { organisationPublicId: expect.any(String) as string } },
    });
    for (const extraField of [{ enabled: false }, { userId: crypto.randomUUID() }, { mfaRequired: false }, { owner: 'sysadmin' }])
      expect(await create(extraField)).toMatchObject({ status: 400 });
    expect(await create({ userName: 'short' })).toMatchObject({
      status: 400,
      problem: { fields: { userName: expect.any(String) as string } },
    });
    expect(await create({}, subadmin)).toMatchObject({ status: 403 });
  });
});

describe('Taking ownership', () => {
  it('makes the caller the owner of the account, and notifies the former owner', async () => {
    const member = await unusedMember(site, HARBOUR);
    await setOwner(site, member.userId, 'sysadmin');
    expect(await subadmin.ok('Users.TakeOwnership', { userName: member.userName })).toMatchObject({
      owner: { userName: 'subadmin', displayName: 'Hannah Whitaker' },
    });
    await awaitMail(site, (mail) => mail.to[0] === 'sysadmin@example.com' && mail.text.includes(member.userName));
    expect(await events('Users.TakeOwnership', member.userName)).toMatchObject([
      { actor: 'subadmin', details: { formerOwner: 'sysadmin' } },
    ]);
  });

  it('can be undone once, by the last one who took it', async () => {
    const member = await unusedMember(site, HARBOUR);
    const { userName } = member;
    const ownerName = async () => (await sysadmin.ok('Users.User', { userName })).owner?.userName ?? null;
    const undo = (client = subadmin) => client.call('Users.TakeOwnership', { userName, undo: true });
    await setOwner(site, member.userId, null);
    expect(await undo()).toMatchObject({ status: 409, problem: { code: 'Conflict' } });
    await sysadmin.ok('Users.TakeOwnership', { userName });
    await subadmin.ok('Users.TakeOwnership', { userName });
    expect(await undo(sysadmin)).toMatchObject({ status: 409 });
    expect((await undo()).body).toMatchObject({ owner: { userName: 'sysadmin' } });
    await awaitMail(
      site,
      ({ to, text }) => to[0] === 'sysadmin@example.com' && text.includes('given back') && text.includes(userName),
    );
    expect(await undo()).toMatchObject({ status: 409 });
    expect(await ownerName()).toBe('sysadmin');
    expect(await events('Users.TakeOwnership', userName)).toMatchObject([
      { actor: 'subadmin', details: { formerOwner: 'subadmin', undone: true } },
      { actor: 'subadmin', details: { formerOwner: 'sysadmin' } },
      { actor: 'sysadmin', details: { formerOwner: null } },
    ]);
  });

  it('writes one audit event for each of several concurrent requests', async () => {
    const member = await unusedMember(site, HARBOUR);
    await Promise.all(
      [subadmin, sysadmin, subadmin, sysadmin, subadmin, sysadmin].map((client) =>
        client.ok('Users.TakeOwnership', { userName: member.userName }),
      ),
    );
    const taken = (await events('Users.TakeOwnership', member.userName)).reverse();
    const chain = taken.map(({ actor, details }) => [details.formerOwner, actor] as const);
    chain.slice(1).forEach(([previousOwner], index) => expect(previousOwner).toBe(chain[index]![1]));
    const { owner } = await sysadmin.ok('Users.User', { userName: member.userName });
    expect(owner?.userName).toBe(chain.at(-1)![1]);
  });

  it('is refused without the anti-forgery token although it is a GET', async () => {
    const member = await unusedMember(site, HARBOUR);
    const answer = await subadmin.raw(`/api/Users/TakeOwnership/${member.userName}`, { bare: true });
    expect(answer).toMatchObject({ status: 403, problem: { code: 'AntiForgery' } });
    expect(await subadmin.call('Users.TakeOwnership', { userName: 'second_sub' })).toMatchObject({ status: 404 });
  });
});

describe('The diagnosis of a user who cannot log in', () => {
  const diagnose = (userName: string, client = sysadmin) => client.ok('Users.Diagnosis', { userName });
  const codes = async (userName: string) => (await diagnose(userName)).causes.map(({ code }) => code);

  it('lists every present cause, each with its remedy', async () => {
    expect(await diagnose('ordinary')).toEqual({ canLogIn: true, causes: [], passkeys: 0 });
    expect(await diagnose('disabled_user')).toMatchObject({
      canLogIn: false,
      causes: [{ code: 'Disabled', since: expect.any(String) as string, remedy: 'enable' }],
    });
    expect(await codes('must_enrol')).toEqual(['MfaEnrolmentOutstanding']);
    expect(await diagnose('invited@example.com')).toMatchObject({
      causes: [{ code: 'Invited', until: expect.any(String) as string, remedy: 'resendInvite' }],
    });
    expect(await codes('expired@example.com')).toEqual(['InviteExpired']);
    const member = await unusedMember(site);
    await site.database.query(
      `UPDATE users SET enabled = false, locked_until = now() + interval '5 minutes', last_failed_at = now(), password_hash = NULL, mfa_required_override = true,
         organisation_id = (SELECT organisation_id FROM organisations WHERE NOT approved) WHERE user_id = $1`,
      [member.userId],
    );
    expect(await diagnose(member.userName)).toMatchObject({
      canLogIn: false,
      causes: [
        { code: 'Disabled', remedy: 'enable' },
        { code: 'Locked', until: expect.any(String) as string, remedy: 'unlock' },
        { code: 'NotApproved', remedy: 'approveOrganisation' },
        { code: 'PasswordNotSet', remedy: 'resetPassword' },
        { code: 'MfaEnrolmentOutstanding', remedy: null },
      ],
    });
  });

  it('returns 404 for another organisation', async () => {
    expect(await subadmin.call('Users.Diagnosis', { userName: 'second_sub' })).toMatchObject({ status: 404 });
    expect(await subadmin.call('Users.CheckApproved', { userName: 'second_sub' })).toMatchObject({ status: 404 });
    const foreign = await organisationId('Blue Heron Partners');
    expect(await subadmin.call('Users.CheckOrganisationApproved', { clientPublicId: foreign })).toMatchObject({ status: 404 });
    expect(await sysadmin.ok('Users.CheckOrganisationApproved', { clientPublicId: foreign })).toBe(false);
    expect(await sysadmin.call('Users.CheckOrganisationApproved', { clientPublicId: crypto.randomUUID() })).toMatchObject({
      status: 404,
    });
    expect(await subadmin.ok('Users.CheckApproved', { userName: 'ordinary' })).toBe(true);
    expect(await subadmin.ok('Users.OwnApproval')).toBe(true);
  });
});
