/** Every call that needs a recent proof of identity (step-up) mails the owner of what it changed, or says why not. */
import { operations, type OperationName } from '../../api/contract/index.ts';
import type { Operation } from '../../api/contract/endpoint.ts';
import type { MailTemplate } from '../../server/mail/templates.ts';
import { as } from '../support/as.ts';
import type { Client } from '../support/client.ts';
import { enrol } from '../support/mfa.ts';
import { unusedMember, type MemberAccount } from '../support/unusedMember.ts';
import { useServer } from '../support/useServer.ts';

const site = useServer();
const HARBOUR = { organisation: 'Harbour Mutual' };

interface Story {
  readonly mail: MailTemplate;
  readonly act: (person: MemberAccount, sysadmin: Client) => Promise<unknown>;
}

const own = ({ userName }: MemberAccount) => as(site, userName);
const withKey = async (person: MemberAccount) => {
  const client = await own(person);
  await client.ok('ApiKey.Create', { name: 'nightly' });
  return client;
};
const enrolled = async (person: MemberAccount) => {
  const client = await own(person);
  return { client, ...(await enrol(client)) };
};

/** A text: why there is no mail. */
const stories: Readonly<Partial<Record<OperationName, Story | string>>> = {
  'Mfa.BeginEnable': 'the key is in force only after Mfa.Enable',
  'Mfa.Enable': { mail: 'mfaTurnedOn', act: enrolled },
  'Mfa.Disable': { mail: 'mfaTurnedOff', act: async (person) => (await enrolled(person)).client.ok('Mfa.Disable') },
  'Mfa.Recovery': { mail: 'recoveryCodesRenewed', act: async (person) => (await enrolled(person)).client.ok('Mfa.Recovery') },
  'Mfa.RecoveryFor': {
    mail: 'recoveryCodeIssued',
    act: async (person, sysadmin) => {
      await enrolled(person);
      await sysadmin.ok('Mfa.RecoveryFor', { userId: person.userId });
    },
  },
  'Mfa.Require': {
    mail: 'mfaRequired',
    act: ({ userId }, sysadmin) => sysadmin.ok('Mfa.Require', { userId, body: { required: true } }),
  },
  'Mfa.OrganizationDefaultReset': {
    mail: 'mfaNotRequired',
    act: async ({ userId }, sysadmin) => {
      await sysadmin.ok('Mfa.Require', { userId, body: { required: true } });
      await sysadmin.ok('Mfa.OrganizationDefaultReset', { body: { userIds: [userId] } });
    },
  },
  'Invite.CreateUser': 'the invitation itself is the mail',
  'Invite.SendEmail': 'the invitation itself is the mail',
  'Invite.Resend': 'the invitation itself is the mail',
  'Invite.Delete': 'there is no account yet',
  'ApiKey.Create': { mail: 'apiKeyCreated', act: withKey },
  'ApiKey.CreateClaims': {
    mail: 'apiKeyChanged',
    act: async (person) => (await withKey(person)).ok('ApiKey.CreateClaims', { body: { name: 'nightly', claims: [] } }),
  },
  'ApiKey.Delete': {
    mail: 'apiKeyDeleted',
    act: async (person) => (await withKey(person)).ok('ApiKey.Delete', { name: 'nightly' }),
  },
  'Users.EndOtherSessions': 'the owner ends the own sessions, and logs in again',
  'Users.Patch': {
    mail: 'emailChanging',
    act: async ({ userName }, sysadmin) => {
      const { version } = await sysadmin.ok('Users.User', { userName });
      await sysadmin.ok('Users.Patch', { userName, body: { version, email: `${userName}@moved.example` } });
    },
  },
  'Users.Create': 'a new account; tested below',
  'Users.ResetAuthentication': {
    mail: 'authenticationReset',
    act: ({ userName }, sysadmin) => sysadmin.ok('Users.ResetAuthentication', { userName, type: 'All' }),
  },
  'Users.EndSessions': {
    mail: 'sessionsEnded',
    act: async (person, sysadmin) => {
      await own(person);
      await sysadmin.ok('Users.EndSessions', { userName: person.userName });
    },
  },
  'Users.Impersonate': {
    mail: 'impersonated',
    act: ({ userName }, sysadmin) => sysadmin.ok('Users.Impersonate', { userName }),
  },
  'Users.Sync': 'tested below',
  'Roles.SetUser': {
    mail: 'rolesChanged',
    act: ({ userName }, sysadmin) => sysadmin.ok('Roles.SetUser', { userName, body: { roles: ['Member', 'Support'] } }),
  },
  'Organisations.EndSessions': 'it takes nothing but a log-in',
  'Organisations.SetMfaRequired': 'a rule of the organisation, met at the next log-in',
  'Organisations.Update': 'a rule of the organisation, met at the next log-in',
};

const needingProof = (Object.entries(operations) as [OperationName, Operation][]).flatMap(([name, { stepUp }]) =>
  stepUp ? [name] : [],
);

/** In the order they were queued. */
const mailsTo = async (email: string) =>
  (
    await site.database.query<{ template: string }>('SELECT template FROM mails WHERE recipient = $1 ORDER BY created_at', [
      email,
    ])
  ).map(({ template }) => template);
test('Every call that needs the proof is decided here', () => {
  expect(Object.keys(stories).sort()).toEqual([...needingProof].sort());
});

test.each(Object.entries(stories).filter((entry): entry is [OperationName, Story] => typeof entry[1] !== 'string'))(
  '%s',
  async (_name, { mail, act }) => {
    const person = await unusedMember(site, HARBOUR);
    await act(person, await as(site, 'sysadmin'));
    expect(await mailsTo(person.email)).toContain(mail);
  },
);

describe('A new system administrator is announced to all of them', () => {
  const administrators = async () =>
    (
      await site.database.query(
        `SELECT FROM users WHERE roles @> '{SystemAdministration}' AND enabled AND registered_at IS NOT NULL`,
      )
    ).length;
  const announced = async () =>
    (await site.database.query(`SELECT FROM mails WHERE template = 'systemAdministratorMade'`)).length;
  const making = async (make: (sysadmin: Client) => Promise<unknown>) => {
    const before = await announced();
    await make(await as(site, 'sysadmin'));
    expect((await announced()) - before).toBe(await administrators());
  };
  const houseId = async () =>
    (await site.database.row<{ id: string }>('SELECT organisation_id AS id FROM organisations WHERE house')).id;
  const about = { firstName: 'Ada', lastName: 'Example', roles: ['SystemAdministration'] };

  test('whether the role is given to a user', async () => {
    const { userName } = await unusedMember(site, HARBOUR);
    await making((sysadmin) => sysadmin.ok('Roles.SetUser', { userName, body: { roles: ['SystemAdministration'] } }));
  });

  test('comes with a new account, whose owner gets a mail too', async () => {
    const account = { ...about, userName: 'new_system_admin', email: 'new.system@example.net', password: 'Quiet-harbour-7' };
    await making(async (sysadmin) =>
      sysadmin.ok('Users.Create', { body: { ...account, organisationPublicId: await houseId() } }),
    );
    expect(await mailsTo(account.email)).toContain('accountCreated');
  });

  test('or with a directory sync, which also mails the former and the new address of who moves', async () => {
    const [row, made] = [await unusedMember(site, HARBOUR), { userName: 'synced_admin', email: 'synced@example.net' }];
    const harbour = await site.database.row<{ id: string }>(
      `SELECT organisation_id AS id FROM organisations WHERE name = 'Harbour Mutual'`,
    );
    const list = (users: { userName: string; email: string; roles: string[] }[]) => ({
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
    const known = { userName: row.userName, email: row.email, roles: ['Member'] };
    await (await as(site, 'sysadmin')).ok('Users.Sync', list([known]));
    await making((sysadmin) =>
      sysadmin.ok(
        'Users.Sync',
        list([
          { ...known, email: 'moved@example.net' },
          { ...made, roles: ['SystemAdministration'] },
        ]),
      ),
    );
    expect(await mailsTo(row.email)).toContain('emailChanged');
    expect(await mailsTo('moved@example.net')).toContain('emailSet');
  });
});
