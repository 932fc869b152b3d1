/** A login at an identity provider, tested once for both protocols: which responses count, where, and when. */
import { randomUUID } from 'node:crypto';
import { createClient, type Client } from '../../support/client.ts';
import { addConnection, REFUSED } from '../../support/sso.ts';
import { metadataOf } from '../../support/samlAuthority.ts';
import { authenticatedAgo } from '../../support/sessions.ts';
import { useBothProviders, useOpenIdProvider } from '../../support/useProvider.ts';
import { useServer } from '../../support/useServer.ts';

const site = useServer();
const openId = useOpenIdProvider(site);
const isLoggedIn = async (client: Client) => (await client.call('Login.Check')).status === 200;

describe.each(Object.entries(useBothProviders(site, { openId })))('By %s', (protocol, { connection, linked, startLogin }) => {
  test('a valid response logs its user in, for comparison', async () => {
    const { sub } = await linked();
    const { client, finish } = await startLogin();
    expect(await finish({ sub })).toBe('/SecurityDetails');
    expect(await isLoggedIn(client)).toBe(true);
  });

  test('a clock that is less than a minute off is accepted', async () => {
    const { sub } = await linked();
    expect(await (await startLogin()).finish({ sub, endedSecondsAgo: 30 })).toBe('/SecurityDetails');
  });

  test('a response for one connection is refused by another', async () => {
    const same = protocol === 'SAML' ? { kind: 'saml' as const, metadata: metadataOf() } : { issuer: openId.rogue.issuer };
    const other = await addConnection(site, same);
    await other.enable(true);
    const { sub } = await linked();
    expect(await (await startLogin()).finish({ sub }, { to: other })).toBe(REFUSED);
  });

  test('a response is valid once', async () => {
    const { sub } = await linked();
    const { client, finish } = await startLogin();
    await finish({ sub });
    await client.ok('Login.Logout');
    expect(await finish({ sub })).toBe(REFUSED);
    expect(await isLoggedIn(client)).toBe(false);
  });

  test('a response in another browser opens nothing there, and still opens here', async () => {
    const { sub } = await linked();
    const { finish } = await startLogin();
    for (const by of [createClient(site), (await startLogin()).client]) {
      expect(await finish({ sub }, { by })).toBe(REFUSED);
      expect((await connection.last()).problem).toBe('browser');
      expect(await isLoggedIn(by)).toBe(false);
    }
    expect(await finish({ sub })).toBe('/SecurityDetails');
  });

  test.each([
    ['/Users/List?user=ada', '/Users/List?user=ada'],
    ['//evil.example', '/SecurityDetails'],
    ['https://evil.example/', '/SecurityDetails'],
    ['/\\evil.example', '/SecurityDetails'],
    ['javascript:alert(1)', '/SecurityDetails'],
    ['/%09/evil.example', '/SecurityDetails'],
    ['x'.repeat(8192), '/SecurityDetails'],
  ])('a target is followed only within the site: %.30s', async (target, arrived) => {
    const { sub } = await linked();
    const { finish } = await startLogin({ query: `?${new URLSearchParams({ ReturnUrl: target }).toString()}` });
    expect(await finish({ sub })).toBe(arrived);
  });

  test('a connection that was disabled in between logs nobody in', async () => {
    const { sub } = await linked();
    const { finish } = await startLogin();
    await connection.enable(false);
    expect(await finish({ sub })).toBe(REFUSED);
    expect((await connection.last()).problem).toBe('disabledConnection');
    await connection.enable(true);
  });

  test('a proof of identity needs a new login, not one of an hour ago', async () => {
    const { sub, userId } = await linked();
    const { client, finish } = await startLogin();
    await finish({ sub });
    await authenticatedAgo(site, '2 hours', userId);
    const needsProof = async () => (await client.call('ApiKey.Create', { name: randomUUID() })).problem?.code;
    const prove = () => startLogin({ client, query: '?purpose=stepUp' });
    expect(await (await prove()).finish({ sub, loggedInSecondsAgo: 3600 })).toBe('/SecurityDetails?problem=sso');
    expect((await connection.last()).problem).toBe('authTime');
    expect(await needsProof()).toBe('ConfirmIdentity');
    expect(await (await prove()).finish({ sub })).toBe('/SecurityDetails');
    expect(await needsProof()).not.toBe('ConfirmIdentity');
  });
});
