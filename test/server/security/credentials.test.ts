/** Every operation that needs a fresh proof of identity (step-up) mails the affected user, or has a reason not to. */
import { operations, type OperationName } from '../../../api/contract/index.ts';
import type { Operation } from '../../../api/contract/endpoint.ts';
import type { MailTemplate } from '../../../server/mail/templates.ts';
import { addPasskey } from '../../support/authenticator.ts';
import { eventually } from '../../support/eventually.ts';
import { logInAs } from '../../support/logInAs.ts';
import type { Client } from '../../support/client.ts';
import { enrol } from '../../support/mfa.ts';
import { unusedMember, type MemberAccount } from '../../support/unusedMember.ts';
import { useServer } from '../../support/useServer.ts';

const site = useServer();
const HARBOUR = { organisation: 'Harbour Mutual' };

interface MailCase {
  readonly mail: MailTemplate;
  readonly run: (member: MemberAccount, sysadmin: Client) => Promise<unknown>;
}

const logInMember = ({ userName }: MemberAccount) => logInAs(site, userName);
const withApiKey = async (member: MemberAccount) => {
  const client = await logInMember(member);
  await client.ok('ApiKey.Create', { name: 'nightly' });
  return client;
};
const enrolled = async (member: MemberAccount) => {
  const client = await logInMember(member);
  return { client, ...(await enrol(client)) };
};

/** A string is the reason why there is no mail. */
const mailCases: Readonly<Partial<Record<OperationName, MailCase | string>>> = {
  'Mfa.BeginEnable': 'the key is valid only after Mfa.Enable',
  'Mfa.Enable': { mail: 'mfaTurnedOn', run: enrolled },
  'Mfa.Disable': { mail: 'mfaTurnedOff', run: async (member) => (await enrolled(member)).client.ok('Mfa.Disable') },
  'Mfa.Recovery': { mail: 'recoveryCodesRenewed', run: async (member) => (await enrolled(member)).client.ok('Mfa.Recovery') },
  'Mfa.RecoveryFor': {
    mail: 'recoveryCodeIssued',
    run: async (member, sysadmin) => {
      await enrolled(member);
      await sysadmin.ok('Mfa.RecoveryFor', { userId: member.userId });
    },
  },
  'Mfa.Require': {
    mail: 'mfaRequired',
    run: ({ userId }, sysadmin) => sysadmin.ok('Mfa.Require', { userId, body: { required: true } }),
  },
  'Mfa.OrganizationDefaultReset': {
    mail: 'mfaNotRequired',
    run: async ({ userId }, sysadmin) => {
      await sysadmin.ok('Mfa.Require', { userId, body: { required: true } });
      await sysadmin.ok('Mfa.OrganizationDefaultReset', { body: { userIds: [userId] } });
    },
  },
  'Invite.CreateUser': 'the invitation itself is the mail',
  'Invite.SendEmail': 'the invitation itself is the mail',
  'Invite.Resend': 'the invitation itself is the mail',
  'Invite.Delete': 'there is no account yet',
  'ApiKey.Create': { mail: 'apiKeyCreated', run: withApiKey },
  'ApiKey.CreateClaims': {
    mail: 'apiKeyChanged',
    run: async (member) => (await withApiKey(member)).ok('ApiKey.CreateClaims', { body: { name: 'nightly', claims: [] } }),
  },
  'ApiKey.Delete': {
    mail: 'apiKeyDeleted',
    run: async (member) => (await withApiKey(member)).ok('ApiKey.Delete', { name: 'nightly' }),
  },
  'Passkeys.RegistrationOptions': 'the passkey is valid only after Passkeys.Create',
  'Passkeys.Create': { mail: 'passkeyAdded', run: async (member) => addPasskey(await logInMember(member)) },
  'Passkeys.Delete': {
    mail: 'passkeyDeleted',
    run: async (member) => {
      const client = await logInMember(member);
      await client.ok('Passkeys.Delete', { passkeyId: (await addPasskey(client)).passkeyId });
    },
  },
  'Users.EndOtherSessions': 'users end their own sessions',
  'Users.Patch': {
    mail: 'emailChanging',
    run: async ({ userName }, sysadmin) => {
      const { version } = await sysadmin.ok('Users.User', { userName });
      await sysadmin.ok('Users.Patch', { userName, body: { version, email: `${userName}@moved.example` } });
    },
  },
  'Users.Create': 'a new account; tested below',
  'Users.ResetAuthentication': {
    mail: 'authenticationReset',
    run: ({ userName }, sysadmin) => sysadmin.ok('Users.ResetAuthentication', { userName, type: 'All' }),
  },
  'Users.EndSessions': {
    mail: 'sessionsEnded',
    run: async (member, sysadmin) => {
      await logInMember(member);
      await sysadmin.ok('Users.EndSessions', { userName: member.userName });
    },
  },
  'Users.RevokeApiKey': {
    mail: 'apiKeyRevoked',
    run: async (member, sysadmin) => {
      await withApiKey(member);
      await sysadmin.ok('Users.RevokeApiKey', { userName: member.userName, name: 'nightly' });
    },
  },
  'Users.Erase': {
    mail: 'accountErased',
    run: async ({ userName }, sysadmin) => {
      await sysadmin.ok('Users.Enable', { userName, enabled: false });
      await sysadmin.ok('Users.Erase', { userName });
    },
  },
  'Users.Impersonate': {
    mail: 'impersonated',
    run: ({ userName }, sysadmin) => sysadmin.ok('Users.Impersonate', { userName }),
  },
  'Users.Sync': 'tested below',
  'Roles.SetUser': {
    mail: 'rolesChanged',
    run: ({ userName }, sysadmin) => sysadmin.ok('Roles.SetUser', { userName, body: { roles: ['Member', 'Support'] } }),
  },
  'Applications.Register': 'the credentials are an application’s, not a user’s',
  'Applications.Update': 'the credentials are an application’s, not a user’s',
  'Applications.NewSecret': 'the credentials are an application’s, not a user’s',
  'Applications.Delete': 'users only have to log in to another application',
  'Applications.Enable': 'users only have to log in again',
  'Provisioning.NewKey': 'the credential is the organisation’s, not a user’s',
  'Provisioning.RevokeKey': 'the credential is the organisation’s, not a user’s',
  'Provisioning.MapGroup': 'new and former administrators are told (provisioning.test.ts)',
  'Provisioning.Adopt': 'changes no credential; what the directory then does is in the audit',
  'Provisioning.Release': 'changes no credential',
  'Connections.Create': 'is off, and so opens nothing',
  'Connections.Update': 'changes nothing that opens an account while it is on',
  'Connections.Enable': 'the administrators are told (connections.test.ts)',
  'Connections.Delete': 'users only have to log in in another way',
  'Connections.ReplaceMetadata': 'the administrators are told (saml.replacing.test.ts)',
  'Connections.SetRequired': 'the administrators are told (required.test.ts)',
  'Connections.SetBreakGlass': 'the administrators are told (required.test.ts)',
  'Connections.Test': 'a dry run',
  'Connections.RefreshMetadata': 'reads what the connection was approved for, as is done every day',
  'Security.Link': 'begins a link; its end is mailed (sso.test.ts)',
  'Security.Unlink': 'the owner is told (sso.test.ts)',
  'Domains.Add': 'a claim, without effect until it is proven',
  'Domains.Verify': 'the administrators are told (domains.test.ts)',
  'Domains.Delete': 'changes no credential',
  'Approvals.Approve': 'the approved call mails as its own; the requester’s mail is tested in approvals.test.ts',
  'Operations.Start': 'each user gets the mail of the single call (below)',
  'Operations.Resume': 'each user gets the mail of the single call',
  'Operations.Retry': 'each user gets the mail of the single call',
  'Organisations.EndSessions': 'users only have to log in again',
  'Organisations.SetMfaRequired': 'a policy of the organisation, shown at the next login',
  'Organisations.Update': 'a policy of the organisation, shown at the next login',
};

const stepUpOperations = (Object.entries(operations) as [OperationName, Operation][]).flatMap(([name, { stepUp }]) =>
  stepUp ? [name] : [],
);

/** Mails in the order they were queued. */
const mailsTo = async (email: string) =>
  (
    await site.database.query<{ template: string }>('SELECT template FROM mails WHERE recipient = $1 ORDER BY created_at', [
      email,
    ])
  ).map(({ template }) => template);
test('Every step-up operation has a mail or a reason', () => {
  expect(Object.keys(mailCases).sort()).toEqual([...stepUpOperations].sort());
});

test.each(Object.entries(mailCases).filter((entry): entry is [OperationName, MailCase] => typeof entry[1] !== 'string'))(
  '%s mails the affected user',
  async (_name, { mail, run }) => {
    const member = await unusedMember(site, HARBOUR);
    await run(member, await logInAs(site, 'sysadmin'));
    expect(await mailsTo(member.email)).toContain(mail);
  },
);

test('Operations.Start mails each user as the single call does', async () => {
  const member = await unusedMember(site, HARBOUR);
  await site.database.query(`UPDATE users SET mfa_enrolled_at = now() WHERE user_id = $1`, [member.userId]);
  const sysadmin = await logInAs(site, 'sysadmin');
  const { operationId } = await sysadmin.ok('Operations.Start', { body: { kind: 'resetMfa', userIds: [member.userId] } });
  await eventually('its end', async () => (await sysadmin.ok('Operations.Get', { operationId })).finishedAt !== null);
  expect(await mailsTo(member.email)).toContain('authenticationReset');
});

describe('All system administrators get a mail', () => {
  const countAdministrators = async () =>
    (
      await site.database.query(
        `SELECT FROM users WHERE roles @> '{SystemAdministration}' AND enabled AND registered_at IS NOT NULL`,
      )
    ).length;
  const countAnnouncements = async () =>
    (await site.database.query(`SELECT FROM mails WHERE template = 'systemAdministratorMade'`)).length;
  const expectAnnounced = async (make: (sysadmin: Client) => Promise<unknown>) => {
    const before = await countAnnouncements();
    await make(await logInAs(site, 'sysadmin'));
    expect((await countAnnouncements()) - before).toBe(await countAdministrators());
  };
  const houseId = async () =>
    (await site.database.row<{ id: string }>('SELECT organisation_id AS id FROM organisations WHERE house')).id;
  const about = { firstName: 'Ada', lastName: 'Example', roles: ['SystemAdministration'] };

  test('when a user gets the role', async () => {
    const { userName } = await unusedMember(site, HARBOUR);
    await expectAnnounced((sysadmin) => sysadmin.ok('Roles.SetUser', { userName, body: { roles: ['SystemAdministration'] } }));
  });

  test('when an account is created with the role; its owner gets one, too', async () => {
    const account = { ...about, userName: 'new_system_admin', email: 'new.system@example.net', password: 'Quiet-harbour-7' };
    await expectAnnounced(async (sysadmin) =>
      sysadmin.ok('Users.Create', { body: { ...account, organisationPublicId: await houseId() } }),
    );
    expect(await mailsTo(account.email)).toContain('accountCreated');
  });

  test('when a directory sync creates one; it also mails the former and the new address of a changed user', async () => {
    const [existing, created] = [await unusedMember(site, HARBOUR), { userName: 'synced_admin', email: 'synced@example.net' }];
    const harbour = await site.database.row<{ id: string }>(
      `SELECT organisation_id AS id FROM organisations WHERE name = 'Harbour Mutual'`,
    );
    const syncOf = (users: { userName: string; email: string; roles: string[] }[]) => ({
      body: {
        source: 'hr',
        dryRun: false,
        disableMissing: false,
        users: users.map((user) => ({
          ...user,
          externalId: user.userName,
          firstName: 'Ada',
          lastName: 'Example',
          organisationPublicId: harbour.id,
          enabled: true,
        })),
      },
    });
    const known = { userName: existing.userName, email: existing.email, roles: ['Member'] };
    await (await logInAs(site, 'sysadmin')).ok('Users.Sync', syncOf([known]));
    await expectAnnounced((sysadmin) =>
      sysadmin.ok(
        'Users.Sync',
        syncOf([
          { ...known, email: 'moved@example.net' },
          { ...created, roles: ['SystemAdministration'] },
        ]),
      ),
    );
    expect(await mailsTo(existing.email)).toContain('emailChanged');
    expect(await mailsTo('moved@example.net')).toContain('emailSet');
  });
});
