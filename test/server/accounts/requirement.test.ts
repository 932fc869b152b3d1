/** A required provider is a condition on the session at each call: however a user got there, and whenever the login began. */
import { randomUUID } from 'node:crypto';
import {
  DIRECTORYS,
  logInAtProvider,
  newConnection,
  PROVIDERS,
  syncList,
  syncRow,
  useAccountScene,
} from '../../support/accountScene.ts';
import { createClient, type Answer, type Client } from '../../support/client.ts';
import { DEMO_PASSWORD, logInAs, totp } from '../../support/logInAs.ts';
import { enrol, resetUsedCodes } from '../../support/mfa.ts';
import { sessionOf } from '../../support/openers.ts';
import { requireProvider } from '../../support/organisations.ts';
import { authenticatedAgo } from '../../support/sessions.ts';
import { linkIdentity, newMember, type SsoMember } from '../../support/sso.ts';
import { useServer } from '../../support/useServer.ts';

const site = useServer({ env: { LIMIT_LOGINS_PER_ADDRESS: '10000' } });
const scene = useAccountScene(site);

const setRequired = (required: boolean) => requireProvider(site, PROVIDERS, required);
beforeAll(() => setRequired(true));

const member = (organisation = PROVIDERS) => newMember(site, { organisation });
/** A session by a password, and by a code where the account asks for one. */
async function passwordSession({ userId }: SsoMember): Promise<Client> {
  const { sessionId, client } = await sessionOf(site, userId);
  await site.database.query(`UPDATE sessions SET second_factor_proven = true WHERE session_id = $1`, [sessionId]);
  return client();
}

/** An account for emergencies, tested. */
async function kept(): Promise<SsoMember> {
  const account = await member();
  await site.database.query(
    `UPDATE users SET mfa_enrolled_at = now(), mfa_secret = 'x', last_login_at = now() WHERE user_id = $1`,
    [account.userId],
  );
  await site.database.query(
    `INSERT INTO break_glass_accounts (user_id, organisation_id, added_at)
     SELECT user_id, organisation_id, now() - interval '1 day' FROM users WHERE user_id = $1`,
    [account.userId],
  );
  return account;
}
const onlyTwo = async (): Promise<[SsoMember, SsoMember]> => {
  const two: [SsoMember, SsoMember] = [await kept(), await kept()];
  const ids = two.map(({ userId }) => userId);
  await site.database.query(`DELETE FROM break_glass_accounts WHERE user_id <> ALL ($1)`, [ids]);
  return two;
};

async function federatedSession(at: string, account: SsoMember): Promise<Client> {
  const sub = randomUUID();
  await linkIdentity(site, { connectionId: at, issuer: scene().rogue.issuer, sub, userId: account.userId });
  return (await logInAtProvider(scene(), { sub }, { at })).client;
}
async function move({ userName }: SsoMember): Promise<void> {
  const { clients, organisationIds } = scene();
  const { version } = await clients.sysadmin.ok('Users.User', { userName });
  await clients.sysadmin.ok('Users.Patch', { userName, body: { version, organisationPublicId: organisationIds[PROVIDERS] } });
}
async function moveByList({ userName }: SsoMember): Promise<void> {
  const source = randomUUID();
  await syncList(scene(), [await syncRow(scene(), userName)], false, source);
  const change = { organisationPublicId: scene().organisationIds[PROVIDERS] };
  await syncList(scene(), [await syncRow(scene(), userName, change)], false, source);
}
const isOpen = async (client: Client) => (await client.call('Users.Self')).status === 200;

test('The organisation’s own provider opens a session, and a password that of an account for emergencies', async () => {
  expect(await isOpen(await federatedSession(scene().connectionId, await member()))).toBe(true);
  expect(await isOpen(await passwordSession(await kept()))).toBe(true);
});

test.each<[string, () => Promise<Client>]>([
  ['by a password', async () => passwordSession(await member())],
  [
    'by a password, of a user who is then moved here on the screen',
    async () => {
      const moved = await member(DIRECTORYS);
      const client = await passwordSession(moved);
      await move(moved);
      return client;
    },
  ],
  [
    'by a password, of a user who is then moved here by a list',
    async () => {
      const moved = await member(DIRECTORYS);
      const client = await passwordSession(moved);
      await moveByList(moved);
      return client;
    },
  ],
  [
    'by another organisation’s provider, of a user who is then moved here',
    async () => {
      const moved = await member(DIRECTORYS);
      const other = await newConnection({ ...scene(), organisationId: scene().organisationIds[DIRECTORYS] });
      const client = await federatedSession(other, moved);
      expect(await isOpen(client)).toBe(true);
      await move(moved);
      return client;
    },
  ],
  [
    'by a password, of an account that is no longer for emergencies',
    async () => {
      const [former] = await onlyTwo();
      await kept();
      const client = await passwordSession(former);
      const { clients, organisationIds } = scene();
      const ids = { organisationPublicId: organisationIds[PROVIDERS], userId: former.userId };
      await clients.sysadmin.ok('Connections.SetBreakGlass', { ...ids, kept: false });
      return client;
    },
  ],
  [
    'by a password and a code, of a login that began before',
    async () => {
      await setRequired(false);
      const { userName } = await member();
      const { key } = await enrol(await logInAs(site, userName));
      await resetUsedCodes(site, userName);
      const client = createClient(site);
      await client.ok('Login.Login', { body: { userName, password: DEMO_PASSWORD } });
      await setRequired(true);
      await client.call('Mfa.Login', { body: { code: totp(key) } });
      return client;
    },
  ],
])('No session is open %s', async (_how, open) => {
  expect(await isOpen(await open())).toBe(false);
});

test('A password proves no identity in a session of the provider', async () => {
  const account = await member();
  const client = await federatedSession(scene().connectionId, account);
  await authenticatedAgo(site, '2 hours', account.userId);
  expect((await client.call('Login.ConfirmIdentity', { body: { password: DEMO_PASSWORD } })).status).toBeGreaterThanOrEqual(400);
});

describe('Two tested accounts for emergencies stay, so that an administrator', () => {
  const countKept = async () =>
    (
      await site.database.query(
        `SELECT FROM break_glass_accounts b JOIN users u USING (user_id)
          WHERE u.enabled AND u.organisation_id = b.organisation_id AND u.mfa_enrolled`,
      )
    ).length;

  test.each<[string, (account: SsoMember) => Promise<Answer<unknown> | undefined>]>([
    [
      'disables none on the screen',
      ({ userName }) => scene().clients.sysadmin.call('Users.Enable', { userName, enabled: false }),
    ],
    [
      'disables none by a list',
      async ({ userName }) => {
        const source = randomUUID();
        await syncList(scene(), [await syncRow(scene(), userName)], false, source);
        const users = [await syncRow(scene(), userName, { enabled: false })];
        await scene().clients.sysadmin.call('Users.Sync', { body: { source, dryRun: false, disableMissing: false, users } });
        return undefined;
      },
    ],
    [
      'moves none to another organisation',
      async ({ userName }) => {
        const { clients, organisationIds } = scene();
        const { version } = await clients.sysadmin.ok('Users.User', { userName });
        const body = { version, organisationPublicId: organisationIds[DIRECTORYS] };
        return clients.sysadmin.call('Users.Patch', { userName, body });
      },
    ],
    [
      'takes the second factor of none',
      ({ userName }) => scene().clients.sysadmin.call('Users.ResetAuthentication', { userName, type: 'Mfa' }),
    ],
    ['turns none off as its owner', async (account) => (await passwordSession(account)).call('Mfa.Disable')],
  ])('%s', async (_what, act) => {
    const [one] = await onlyTwo();
    const answer = await act(one);
    expect(await countKept()).toBe(2);
    if (answer) expect(answer.status).toBe(409);
  });
});

describe('A failure counts against the factor that failed:', () => {
  beforeAll(() => setRequired(false));
  const failPasswords = async (userName: string) => {
    for (let at = 0; at < 6; at += 1)
      await createClient(site).call('Login.Login', { body: { userName, password: `Wrong-${String(at)}` } });
  };

  test.each([
    ['has a password', ''],
    ['has no password', 'password_hash = NULL,'],
  ])('wrong passwords do not lock the provider’s login of a user who %s', async (_what, change) => {
    const account = await member();
    await site.database.query(`UPDATE users SET ${change} enabled = true WHERE user_id = $1`, [account.userId]);
    await failPasswords(account.userName);
    expect(await isOpen(await federatedSession(scene().connectionId, account))).toBe(true);
  });
});
