/** A browser takes our answer to a SAML logout by a form, under the policy of the page that sends it. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { useBrowser } from '../support/browser.ts';
import { AUTHORITY, authorityKey, metadataOf } from '../support/samlAuthority.ts';
import { logoutQuery, logoutXml } from '../support/samlLogout.ts';
import { addConnection, linkedMember } from '../support/sso.ts';
import { useServer } from '../support/useServer.ts';

const site = useServer();
const browser = useBrowser();

test('The browser is back at the provider with our answer, without a click', async () => {
  let received = '';
  const provider = createServer((request, response) => {
    request.on('data', (part: Buffer) => (received += part.toString()));
    request.on('end', () => response.setHeader('content-type', 'text/html').end('<title>Logged out there</title>'));
  });
  await new Promise<void>((resolve) => void provider.listen(0, '127.0.0.1', resolve));
  const sloUrl = `http://127.0.0.1:${String((provider.address() as AddressInfo).port)}/slo`;
  const metadata = metadataOf([authorityKey], { ...AUTHORITY, sloUrl }).replace(
    /HTTP-Redirect(" Location="[^"]*\/slo")/,
    'HTTP-POST$1',
  );
  const connection = await addConnection(site, { kind: 'saml', metadata });
  await connection.enable(true);
  const { sub } = await linkedMember(site, connection, AUTHORITY.issuer);
  const page = await browser.newPage();
  const query = logoutQuery(logoutXml(connection, { subject: sub }), { relayState: 'their handle' });
  await page.goto(`${site.url}/sso/saml/${connection.connectionId}/slo?${query}`);
  await page.waitForFunction(() => document.title === 'Logged out there');
  const sent = new URLSearchParams(received);
  expect([sent.get('RelayState'), [...sent.keys()]]).toEqual(['their handle', ['SAMLResponse', 'RelayState']]);
  provider.close();
});
