/** Whose account it is: an id is never another person's, and a link is its connection's alone. */
import { randomUUID } from 'node:crypto';
import {
  DOMAIN,
  logInAtProvider,
  manage,
  newConnection,
  PROVIDERS,
  sentUser,
  useAccountScene,
} from '../../support/accountScene.ts';
import { identities } from '../../support/identities.ts';
import { expecting } from '../../support/scim/directory.ts';
import { newMember } from '../../support/sso.ts';
import { useServer } from '../../support/useServer.ts';
import { userOf } from '../../support/userFacts.ts';

const site = useServer({ env: { LIMIT_LOGINS_PER_ADDRESS: '10000' } });
const scene = useAccountScene(site);

type Sent = Omit<ReturnType<typeof sentUser>, 'externalId'> & { readonly externalId: string };
const unnamed = ({ externalId: _, ...sent }: Sent): object => sent;

describe('A user that the directory has deleted, and a user created after that', () => {
  test.each<[string, 'the same' | 'another', (sent: Sent) => object, (sent: Sent) => object]>([
    ['with the same externalId', 'the same', (sent) => sent, (sent) => sent],
    [
      'with the same externalId under another name',
      'the same',
      (sent) => sent,
      ({ externalId }) => ({ ...sentUser(), externalId }),
    ],
    ['with the same name, where neither has an externalId', 'the same', unnamed, unnamed],
    ['with the freed name and another externalId', 'another', (sent) => sent, (sent) => ({ ...sent, externalId: randomUUID() })],
    [
      'with the freed name in capitals and another externalId',
      'another',
      (sent) => sent,
      (sent) => ({ ...sent, userName: sent.userName.toUpperCase(), externalId: randomUUID() }),
    ],
    ['with the freed name and no externalId', 'another', (sent) => sent, unnamed],
    ['with the freed name and the first externalId', 'another', unnamed, (sent) => sent],
    [
      'with the freed name and an externalId of other letters',
      'another',
      (sent) => sent,
      (sent) => ({ ...sent, externalId: sent.externalId.toUpperCase() }),
    ],
  ])('%s are %s person', async (_how, person, before, after) => {
    const { directory } = scene();
    const sent = { ...sentUser(), externalId: `a-${randomUUID()}` };
    const { id } = await expecting(201, directory.send('POST', '/Users', before(sent)));
    await site.database.query(`UPDATE users SET roles = '{Support}', password_hash = 'of before' WHERE user_id = $1`, [id]);
    await expecting(204, directory.send('DELETE', `/Users/${id}`));
    const made = await expecting(201, directory.send('POST', '/Users', after(sent)));
    expect(made.id === id ? 'the same' : 'another').toBe(person);
    expect(await userOf(site, made.id, 'roles', 'passwordHash')).toEqual({ roles: [], passwordHash: null });
    // The history of the former user stays with the former id.
    if (person === 'another') expect(await userOf(site, id, 'enabled')).toEqual({ enabled: false });
  });
});

describe('A second provider of the organisation', () => {
  async function firstLogin() {
    const sub = randomUUID();
    const email = `${randomUUID()}@${DOMAIN}`;
    await logInAtProvider(scene(), { sub, email, email_verified: true, given_name: 'Ada', family_name: 'Quay' });
    const { userId } = await userOf(site, email, 'userId');
    return { sub, email, userId };
  }
  const second = () => newConnection({ ...scene(), organisationId: scene().organisationIds[PROVIDERS] });
  const linksOf = (userId: string) => identities(site, { userId });

  test.each<[string, (email: string) => object]>([
    ['no address', () => ({})],
    ['another address', () => ({ email: `other@${DOMAIN}`, email_verified: true })],
    ['an address that it has not verified', (email) => ({ email, email_verified: false })],
    ['an address of a strange domain', () => ({ email: 'other@strange.example', email_verified: true })],
    ['the name alone', (email) => ({ preferred_username: email, name: email })],
  ])('opens no account that the first has made, by the same subject with %s', async (_what, claims) => {
    const { sub, email, userId } = await firstLogin();
    const { client } = await logInAtProvider(scene(), { sub, ...claims(email) }, { at: await second() });
    expect((await client.call('Users.Self')).status).toBe(401);
    expect(await linksOf(userId)).toHaveLength(1);
  });

  test('opens no account that the directory has sent, unless it is the directory’s provider', async () => {
    const member = await newMember(site, { organisation: PROVIDERS });
    const sub = await manage(scene(), member);
    const others = await second();
    await logInAtProvider(scene(), { sub });
    expect(await linksOf(member.userId)).toHaveLength(1);
    await logInAtProvider(scene(), { sub }, { at: others });
    expect(await linksOf(member.userId)).toHaveLength(1);
  });
});
