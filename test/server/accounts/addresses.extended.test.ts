/** A proven address is a stored fact about a value: one act proves it, each write of another value clears it, on every road. */
import { randomUUID } from 'node:crypto';
import { confirmNewAddress } from '../../support/accountRoads.ts';
import {
  DIRECTORYS,
  DOMAIN,
  logInAtProvider,
  manage,
  sentUser,
  syncList,
  syncRow,
  useAccountScene,
  type Scene,
} from '../../support/accountScene.ts';
import { moveTo, setSource } from '../../support/changeUser.ts';
import { createClient } from '../../support/client.ts';
import { logInAs } from '../../support/logInAs.ts';
import { awaitMail } from '../../support/mails.ts';
import { claimsIn, register, signIn, userinfo, type Registered } from '../../support/oidc.ts';
import { queuedMails } from '../../support/queuedMails.ts';
import { confirmLink, linkOf, newPassword, requestLink } from '../../support/recovery.ts';
import { expecting } from '../../support/scim/directory.ts';
import { newMember } from '../../support/sso.ts';
import { useServer } from '../../support/useServer.ts';
import { userOf } from '../../support/userFacts.ts';

const site = useServer({
  env: { LIMIT_LOGINS_PER_ADDRESS: '10000', CHANGE_FIRST_PASSWORD: 'off', LIMIT_RECOVERY_PER_ADDRESS: '10000' },
});
const scene = useAccountScene(site);
let wiki: Registered;
beforeAll(async () => {
  wiki = await register(site);
});

const PASSWORD = 'Tall-ships-9';
const address = () => `${randomUUID()}@addresses.example`;
const name = () => `made_${randomUUID().slice(0, 8)}`;
interface Account {
  readonly userId: string;
  readonly userName: string;
  readonly email: string;
}
const find = (userId: string) => userOf(site, userId, 'userId', 'userName', 'email');
const findBy = (email: string) => userOf(site, email, 'userId', 'userName', 'email');

/** Ways in which an account gets its first address. */
async function invited(email = address()): Promise<Account> {
  const { clients } = scene();
  const { userId } = await clients.inviter.ok('Invite.CreateUser', {
    body: { email, firstName: 'Grace', lastName: 'Guest', roles: ['Member'] },
  });
  await clients.inviter.ok('Invite.SendEmail', { body: { userIds: [userId], message: 'Welcome' } });
  const guest = createClient(site);
  await guest.ok('Invite.Receive', {
    body: linkOf(await awaitMail(site, ({ to, links }) => to[0] === email && links.length > 0)),
  });
  const body = { userName: name(), firstName: 'Grace', lastName: 'Guest', password: PASSWORD, confirmPassword: PASSWORD };
  await guest.ok('Invite.Accept', { userId, body });
  return find(userId);
}
const created = async ({ clients, organisationIds }: Scene, more: object = { password: PASSWORD }): Promise<Account> => {
  const account = { userName: name(), email: address(), firstName: 'Made', lastName: 'Here', roles: ['Member'] };
  const organisationPublicId = organisationIds[DIRECTORYS];
  await clients.sysadmin.ok('Users.Create', { body: { ...account, organisationPublicId, ...more } });
  return findBy(account.email);
};
async function synced(where: Scene): Promise<Account> {
  const userName = name();
  const row = {
    userName,
    externalId: userName,
    email: address(),
    firstName: 'Made',
    lastName: 'Here',
    enabled: true,
    roles: ['Member'],
  };
  await syncList(where, [{ ...row, organisationPublicId: where.organisationIds[DIRECTORYS] }]);
  return findBy(row.email);
}
const sent = async ({ directory }: Scene): Promise<Account> =>
  find((await expecting(201, directory.send('POST', '/Users', sentUser()))).id);
async function arrived(where: Scene): Promise<Account> {
  const email = `${randomUUID()}@${DOMAIN}`;
  await logInAtProvider(where, { sub: randomUUID(), email, email_verified: true, given_name: 'Ada', family_name: 'Quay' });
  return findBy(email);
}
async function recovered(account: Account): Promise<Account> {
  const client = await confirmLink(site, await requestLink(site, account));
  await client.ok('ChangeDetails.ChangePassword', newPassword());
  return account;
}

/** Ways in which it gets another one. */
const confirms = async (account: Account): Promise<Account> => {
  await confirmNewAddress(scene(), account, address());
  return find(account.userId);
};
const isSynced = async (account: Account): Promise<Account> => {
  await syncList(scene(), [await syncRow(scene(), account.userName)], false, `payroll of ${account.userName}`);
  const row = await syncRow(scene(), account.userName, { email: address() });
  await syncList(scene(), [row], false, `payroll of ${account.userName}`);
  return find(account.userId);
};
const managed = async (account: Account): Promise<Account> => {
  const known = await site.database.query(`SELECT FROM scim_users WHERE user_id = $1`, [account.userId]);
  if (known.length === 0) await manage(scene(), account);
  return account;
};
const released = async (account: Account): Promise<Account> => {
  await site.database.query(`DELETE FROM scim_users WHERE user_id = $1`, [account.userId]);
  await setSource(site, account.userId, null, null);
  return account;
};
const isPatched = async (account: Account): Promise<Account> => {
  const { userId } = await managed(account);
  const change = { Operations: [{ op: 'replace', path: 'emails[type eq "work"].value', value: address() }] };
  await expecting(200, scene().directory.send('PATCH', `/Users/${userId}`, change));
  return find(userId);
};
const isPut = async (account: Account): Promise<Account> => {
  const { userId } = await managed(account);
  const { body } = await scene().directory.send('GET', `/Users/${userId}`);
  const emails = [{ value: address(), type: 'work', primary: true }];
  await expecting(200, scene().directory.send('PUT', `/Users/${userId}`, { ...body, emails }));
  return find(userId);
};

const histories: readonly (readonly ['proven' | 'not proven', string, () => Promise<Account>])[] = [
  ['proven', 'an invitation was mailed there and accepted', () => invited()],
  ['proven', 'a link mailed there confirmed it', async () => confirms(await created(scene()))],
  ['proven', 'a link mailed there set a password', async () => recovered(await created(scene()))],
  ['proven', 'the directory sent it, and a link mailed there set a password', async () => recovered(await sent(scene()))],
  ['proven', 'the provider of its domain named it at the first login', () => arrived(scene())],
  ['not proven', 'an administrator wrote it, with a password', () => created(scene())],
  ['not proven', 'an administrator wrote it, and no mailed link was used', () => created(scene(), {})],
  ['not proven', 'a list wrote it', () => synced(scene())],
  ['not proven', 'the directory sent it', () => sent(scene())],
  ['not proven', 'a list wrote it over one that an invitation had proven', async () => isSynced(await invited())],
  ['not proven', 'the directory patched it over one that an invitation had proven', async () => isPatched(await invited())],
  ['not proven', 'the directory put it over one that an invitation had proven', async () => isPut(await invited())],
  [
    'not proven',
    'the directory patched it over one that an invitation had proven, and released the user',
    async () => released(await isPatched(await invited())),
  ],
  [
    'not proven',
    'the directory put it, and released the user',
    async () => released(await isPut(await confirms(await created(scene())))),
  ],
  [
    'not proven',
    'a list wrote it over one that a link had confirmed',
    async () => isSynced(await confirms(await created(scene()))),
  ],
  ['not proven', 'the directory patched it over one of a first login', async () => isPatched(await arrivedAtDirectorys())],
  [
    'proven',
    'a link confirmed it over one that the directory had sent',
    async () => confirms(await released(await sent(scene()))),
  ],
];

/** An account like one of a first login, in the organisation with the directory. */
async function arrivedAtDirectorys(): Promise<Account> {
  const account = await arrived(scene());
  await released(account);
  await moveTo(site, account.userId, scene().organisationIds[DIRECTORYS]);
  return account;
}

/** Logs in with the demo's password, which a statement sets: it is no road to the address. */
async function asOwner({ userId, userName }: Account) {
  await site.database.query(
    `UPDATE users SET password_hash = (SELECT password_hash FROM users WHERE user_name = 'ordinary'), roles = '{Member}' WHERE user_id = $1`,
    [userId],
  );
  return logInAs(site, userName);
}

describe('An address', () => {
  test('has a place for the fact', async () => {
    const columns = await site.database.query(
      `SELECT FROM information_schema.columns WHERE table_schema = current_schema() AND table_name = 'users' AND column_name = 'email_proven_at'`,
    );
    expect(columns).toHaveLength(1);
  });

  test.each(histories)('is %s where %s', async (verdict, _how, history) => {
    const isProven = verdict === 'proven';
    const account = await history();
    const { stored } = await site.database.row<{ stored: boolean }>(
      `SELECT to_jsonb(u) ->> 'email_proven_at' IS NOT NULL AS stored FROM users u WHERE user_id = $1`,
      [account.userId],
    );
    const client = await asOwner(account);
    const tokens = await signIn(client, wiki);
    const info = await userinfo(site, tokens.access_token);
    expect(info).toMatchObject({ email: account.email });
    const { email_verified: idToken } = claimsIn(tokens.id_token);
    const remoteEmail = (await client.call('Login.Check')).headers.get('remote-email');
    expect({ stored, userinfo: info.email_verified, idToken, remoteEmail }).toEqual({
      stored: isProven,
      userinfo: isProven,
      idToken: isProven,
      remoteEmail: isProven ? account.email : null,
    });
  });
});

describe('A former address', () => {
  test.each([
    ['a link confirms', confirms],
    ['a list writes', isSynced],
    ['the directory patches', isPatched],
    ['the directory puts', isPut],
  ])('gets a mail, and its links are void, when %s another', async (_how, change) => {
    const account = await created(scene());
    const link = await requestLink(site, account);
    const now = await change(account);
    expect(now.email).not.toBe(account.email);
    const mails = await queuedMails(site, { recipient: account.email, template: 'emailChanged' });
    const used = await createClient(site).call('Login.ConfirmIdentity', { body: link });
    expect({ mails: mails.length, used: used.status }).toEqual({ mails: 1, used: 410 });
  });

  test('gets no mail when the directory writes the same again', async () => {
    const { userId, email } = await managed(await newMember(site, { organisation: DIRECTORYS }));
    const { directory } = scene();
    const { body } = await directory.send('GET', `/Users/${userId}`);
    await expecting(200, directory.send('PUT', `/Users/${userId}`, body));
    expect(await queuedMails(site, { recipient: email })).toEqual([]);
  });
});
