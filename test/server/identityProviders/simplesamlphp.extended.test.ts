/** A real SAML provider: SimpleSAMLphp from Debian. */
import { CookieJar } from 'tough-cookie';
import { admin } from '../../support/admin.ts';
import { createClient, type Client } from '../../support/client.ts';
import { DEMO_PASSWORD } from '../../support/logInAs.ts';
import { isSimpleSamlPhpInstalled, startSimpleSamlPhp, type SimpleSamlPhp } from '../../support/simplesamlphp.ts';
import { awaitMail } from '../../support/mails.ts';
import { ourCertificates } from '../../support/ourSamlCertificates.ts';
import { arriveSaml } from '../../support/samlAuthority.ts';
import {
  addConnection,
  below,
  locationOf,
  newMember,
  proveDomain,
  REFUSED,
  type SsoMember,
  type TestConnection,
} from '../../support/sso.ts';
import { useServer } from '../../support/useServer.ts';

const isInstalled = isSimpleSamlPhpInstalled();
if (!isInstalled) console.warn('Skipped: SimpleSAMLphp with php-cli, php-xml and php-mbstring is not installed.');
const story = isInstalled ? describe : describe.skip;
const site = useServer();
/** Another site, which the provider sends on to. */
const LOGGED_OUT = 'http://127.0.0.1:9/';
const DEEP = '/SecurityDetails?tab=keys';

story('SimpleSAMLphp', () => {
  let provider: SimpleSamlPhp;
  let connection: TestConnection;
  let member: SsoMember;
  beforeAll(async () => {
    await proveDomain(site, 'saml.example');
    member = await newMember(site, { email: 'ada@saml.example' });
    provider = await startSimpleSamlPhp({ uid: 'ada-at-the-provider', email: member.email }, LOGGED_OUT);
    connection = await addConnection(site, { kind: 'saml' });
    // The steps of the administrators: our metadata there, their address here.
    const { text } = await createClient(site).raw(new URL(connection.ours.metadataUrl).pathname, { bare: true });
    await provider.trust(text);
    await connection.update({ metadataUrl: provider.metadataUrl });
  });
  afterAll(() => provider.stop());

  /** Goes to the provider and back. @returns where the browser is then */
  async function logIn(client: Client, there: string, jar = new CookieJar()): Promise<string> {
    const form = await provider.visit(there, jar);
    if (typeof form === 'string') throw new Error(`It was sent to ${form}`);
    expect(form.action).toBe(connection.ours.acsUrl);
    const { SAMLResponse: message = '', RelayState: relayState = '' } = form.fields;
    return arriveSaml(site, connection, { client, relayState }, message);
  }

  test('tried by its administrator, it is enabled; the first login is linked, the second goes straight to the deep link, and a logout there ends it', async () => {
    const { administrator, organisationPublicId, connectionId } = connection;
    const { address, problem } = await administrator.ok('Connections.Test', { organisationPublicId, connectionId });
    expect(problem).toBeNull();
    await logIn(administrator, await locationOf(administrator, address ?? ''));
    expect(await connection.last()).toMatchObject({ purpose: 'test', outcome: 'tested', problem: null, decision: 'askProof' });
    await connection.enable(true);
    const start = `/sso/start/${connectionId}?ReturnUrl=${encodeURIComponent(DEEP)}`;
    const first = createClient(site);
    expect(await logIn(first, await locationOf(first, start))).toBe('/Login?ReturnUrl=%2Fsso%2Ffinish');
    await first.ok('Login.Login', { body: { userName: member.userName, password: DEMO_PASSWORD, returnUrl: '/sso/finish' } });
    expect(below(first, await locationOf(first, '/sso/finish'))).toBe(DEEP);
    const [second, browser] = [createClient(site), new CookieJar()];
    expect(await logIn(second, await locationOf(second, start), browser)).toBe(DEEP);
    expect((await second.ok('Users.Self')).userName).toBe(member.userName);
    // A user who logs out there is logged out here, and continues to where the logout there ends.
    const answer = await provider.visit(provider.logOutUrl, browser);
    const { pathname, search } = new URL(typeof answer === 'string' ? answer : '');
    expect(pathname).toBe(new URL(connection.ours.sloUrl).pathname);
    const back = await locationOf(createClient(site), pathname + search);
    expect(await connection.last()).toMatchObject({ purpose: 'logout', outcome: 'loggedOut' });
    expect([(await first.call('Users.Self')).status, (await second.call('Users.Self')).status]).toEqual([200, 401]);
    expect(await provider.visit(back, browser)).toBe(LOGGED_OUT);
  });

  const start = () => locationOf(createClient(site), `/sso/start/${connection.connectionId}`);
  /** Begins anew in another browser. @returns where it is then, and whose session it has */
  async function logInAnew(): Promise<readonly [string, number]> {
    const client = createClient(site);
    const at = await logIn(client, await locationOf(client, `/sso/start/${connection.connectionId}`));
    return [at, (await client.call('Users.Self')).status];
  }

  test('it checks the signature of our requests', async () => {
    const address = new URL(await start());
    expect(address.searchParams.get('SigAlg')).toBe('http://www.w3.org/2001/04/xmldsig-more#rsa-sha256');
    const [other, unsigned] = [new URL(address), new URL(address)];
    other.searchParams.set('RelayState', 'another');
    for (const name of ['SigAlg', 'Signature']) unsigned.searchParams.delete(name);
    for (const { href } of [other, unsigned])
      await expect(provider.visit(href, new CookieJar())).rejects.toThrow(
        /Unable to validate signature on query string|no signature found on message/,
      );
  });

  test('its encryption by AES-CBC is refused; by AES-GCM it is read', async () => {
    await provider.encryptWith('AES128_CBC');
    expect(await logInAnew()).toEqual([REFUSED, 401]);
    expect((await connection.last()).problem).toBe('encryption');
    for (const cipher of ['AES128_GCM', 'AES256_GCM'] as const) {
      await provider.encryptWith(cipher);
      expect(await logInAnew()).toEqual(['/SecurityDetails', 200]);
    }
  });

  test('our key is replaced by another process while a login is on its way, and the provider needs to be told nothing', async () => {
    await provider.encryptWith('AES256_GCM');
    const before = await ourCertificates(site, connection);
    const client = createClient(site);
    const there = await locationOf(client, `/sso/start/${connection.connectionId}`);
    const { code, out } = await admin(['saml-keys', 'rotate'], { DATABASE_URL: site.database.url });
    expect([code, out]).toEqual([0, expect.stringContaining('The next SAML key signs from now on')]);
    // It was signed by the former key, and is encrypted for it.
    expect(await logIn(client, there)).toBe('/SecurityDetails');
    // This one is signed by the key that was the next one, which the provider knows, and encrypted for the former one.
    expect(await logInAnew()).toEqual(['/SecurityDetails', 200]);
    const after = await ourCertificates(site, connection);
    expect(after.signing[0]).toBe(before.signing[1]);
    expect(before.signing).not.toContain(after.signing[1]);
    await provider.trust(after.metadata);
    expect(await logInAnew()).toEqual(['/SecurityDetails', 200]);
    const mail = await awaitMail(site, ({ subject }) => subject.includes('signs for'));
    expect(mail.text).toContain('was replaced by the next one');
  });
});
