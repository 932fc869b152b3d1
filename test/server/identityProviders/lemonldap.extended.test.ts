/** A second vendor's real provider, with both protocols: LemonLDAP::NG from Debian. */
import { CookieJar } from 'tough-cookie';
import { createClient, type Client } from '../../support/client.ts';
import { isLemonLdapInstalled, LEMON_CLIENT, LEMON_DOMAIN, startLemonLdap, type LemonLdap } from '../../support/lemonldap.ts';
import { DEMO_PASSWORD } from '../../support/logInAs.ts';
import { arriveSaml } from '../../support/samlAuthority.ts';
import { addConnection, below, locationOf, newMember, proveDomain, type TestConnection } from '../../support/sso.ts';
import { useServer } from '../../support/useServer.ts';

const isInstalled = isLemonLdapInstalled();
if (!isInstalled) console.warn('Skipped: LemonLDAP::NG with plackup and liblasso-perl is not installed.');
const story = isInstalled ? describe : describe.skip;
const site = useServer();
const DEEP = '/SecurityDetails?tab=keys';

story('LemonLDAP::NG', () => {
  let provider: LemonLdap;
  let openid: TestConnection;
  let saml: TestConnection;
  beforeAll(async () => {
    await proveDomain(site, LEMON_DOMAIN);
    openid = await addConnection(site, LEMON_CLIENT);
    saml = await addConnection(site, { kind: 'saml', createsUsers: true });
    const ours = await createClient(site).raw(new URL(saml.ours.metadataUrl).pathname, { bare: true });
    provider = await startLemonLdap({ redirectUri: openid.redirectUri, samlMetadata: ours.text });
    await openid.update({ issuer: provider.issuer });
    await saml.update({ metadataUrl: provider.samlMetadataUrl });
  });
  afterAll(() => provider.stop());

  const startOf = ({ connectionId }: TestConnection) => `/sso/start/${connectionId}?ReturnUrl=${encodeURIComponent(DEEP)}`;
  async function tryOut({ administrator, organisationPublicId, connectionId }: TestConnection) {
    const { address, problem } = await administrator.ok('Connections.Test', { organisationPublicId, connectionId });
    expect(problem).toBeNull();
    return locationOf(administrator, address ?? '');
  }

  test('OpenID Connect: tried by its administrator, it is enabled; the first login is linked, the second goes straight to the deep link', async () => {
    const member = await newMember(site, { email: `dwho@${LEMON_DOMAIN}` });
    async function logIn(client: Client, there: string, jar = new CookieJar()): Promise<string> {
      const back = await provider.visit(there, jar, 'dwho');
      if (typeof back !== 'string') throw new Error(`It posted to ${back.action}`);
      return below(client, await locationOf(client, below(client, back)));
    }
    await logIn(openid.administrator, await tryOut(openid));
    expect(await openid.last()).toMatchObject({ purpose: 'test', outcome: 'tested', problem: null, decision: 'askProof' });
    await openid.enable(true);
    const first = createClient(site);
    expect(await logIn(first, await locationOf(first, startOf(openid)))).toBe('/Login?ReturnUrl=%2Fsso%2Ffinish');
    await first.ok('Login.Login', { body: { userName: member.userName, password: DEMO_PASSWORD, returnUrl: '/sso/finish' } });
    expect(below(first, await locationOf(first, '/sso/finish'))).toBe(DEEP);
    const [second, browser] = [createClient(site), new CookieJar()];
    expect(await logIn(second, await locationOf(second, startOf(openid)), browser)).toBe(DEEP);
    expect((await second.ok('Users.Self')).userName).toBe(member.userName);
    // It has no logout by this protocol that reaches us: the back channel is missing in 2.16.
    expect(await provider.logOut(browser)).toEqual([]);
    expect((await second.call('Users.Self')).status).toBe(200);
  });

  test('SAML: tried by its administrator, it is enabled; the first login makes the account, and a logout there ends the session here', async () => {
    async function logIn(client: Client, there: string, jar = new CookieJar()): Promise<string> {
      const form = await provider.visit(there, jar, 'rtyler');
      if (typeof form === 'string') throw new Error(`It was sent to ${form}`);
      expect(form.action).toBe(saml.ours.acsUrl);
      const { SAMLResponse: message = '', RelayState: relayState = '' } = form.fields;
      return arriveSaml(site, saml, { client, relayState }, message);
    }
    await logIn(saml.administrator, await tryOut(saml));
    expect(await saml.last()).toMatchObject({ purpose: 'test', outcome: 'tested', problem: null, decision: 'create' });
    await saml.enable(true);
    const [first, second, browser] = [createClient(site), createClient(site), new CookieJar()];
    expect(await logIn(first, await locationOf(first, startOf(saml)))).toBe(DEEP);
    expect(await first.ok('Users.Self')).toMatchObject({ firstName: 'Rose', lastName: 'Tyler' });
    expect(await logIn(second, await locationOf(second, startOf(saml)), browser)).toBe(DEEP);
    const frames = await provider.logOut(browser);
    expect(frames).toHaveLength(1);
    const { pathname, search } = new URL(frames[0] ?? '');
    expect(pathname).toBe(new URL(saml.ours.sloUrl).pathname);
    const answer = await locationOf(createClient(site), pathname + search);
    expect(answer).toContain(`${provider.issuer}saml/singleLogoutReturn?SAMLResponse=`);
    expect(await saml.last()).toMatchObject({ purpose: 'logout', outcome: 'loggedOut' });
    expect([(await first.call('Users.Self')).status, (await second.call('Users.Self')).status]).toEqual([200, 401]);
  });
});
