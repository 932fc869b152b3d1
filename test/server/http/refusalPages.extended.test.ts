/** Whoever navigates is refused with a page that has a way on, whatever refuses: the server, Fastify or Node. Programs get JSON. */
import { connect } from 'node:net';
import { createClient } from '../../support/client.ts';
import { forgetThrottles } from '../../support/throttles.ts';
import { useOpenIdProvider, useSamlProvider } from '../../support/useProvider.ts';
import { useServer } from '../../support/useServer.ts';

const site = useServer({
  env: {
    LIMIT_SSO_STARTS_PER_ADDRESS: '3',
    LIMIT_SSO_RESPONSES_PER_ADDRESS: '3',
    PUBLIC_URL: 'http://id.example.com',
    ALLOW_HTTP: 'on',
  },
});
/** Cuts slow requests soon. */
const impatient = useServer({ env: { LIMIT_REQUEST_MS: '1000' } });
const openId = useOpenIdProvider(site);
const saml = useSamlProvider(site);

const FORM = { 'Content-Type': 'application/x-www-form-urlencoded' };
const consumer = () => new URL(saml.connection.ours.acsUrl).pathname;

/** Sends bytes, and reads until the connection ends. */
function exchange(bytes: string, isSlow = false): Promise<{ status: number; head: string; body: string }> {
  const { hostname, port } = new URL((isSlow ? impatient : site).url);
  return new Promise((resolve, reject) => {
    let text = '';
    const socket = connect(Number(port), hostname, () => socket.write(bytes));
    // One that is slow sends a byte now and then.
    const drip = setInterval(() => isSlow && socket.write('1'), 200);
    socket.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
    socket.on('error', reject).on('close', () => {
      clearInterval(drip);
      const [head = '', body = ''] = text.split('\r\n\r\n', 2);
      resolve({ status: Number(head.split(' ')[1]), head, body });
    });
  });
}

interface Case {
  readonly what: string;
  readonly status: number;
  readonly says: RegExp;
  /** The request line, further headers, and a body. */
  readonly send: () => { readonly line: string; readonly headers?: string; readonly body?: string };
  readonly host?: string;
  readonly isSlow?: boolean;
}

const cases: readonly Case[] = [
  { what: 'an unknown address of the API', status: 404, says: /could not find this/, send: () => ({ line: 'GET /api/nothing' }) },
  { what: 'an unknown file', status: 404, says: /could not find this/, send: () => ({ line: 'GET /assets/nothing.js' }) },
  { what: 'a download without a session', status: 401, says: /Please log in/, send: () => ({ line: 'GET /api/Users/All' }) },
  { what: 'a call by another method', status: 405, says: /kind of request/, send: () => ({ line: 'GET /api/Login/Logout' }) },
  {
    what: 'a form for a page',
    status: 405,
    says: /kind of request/,
    send: () => ({ line: 'POST /Login', headers: 'Content-Length: 0\r\n' }),
  },
  {
    what: 'invalid parameters',
    status: 400,
    says: /not valid|between|must/,
    send: () => ({ line: 'GET /api/Login/ApplicationHome?unknown=x' }),
  },
  {
    what: 'a form for a call',
    status: 415,
    says: /not accepted here/,
    send: () => ({
      line: 'POST /api/Login/Login',
      headers: 'Content-Type: application/x-www-form-urlencoded\r\n',
      body: 'userName=x',
    }),
  },
  {
    what: 'a large body',
    status: 413,
    says: /too large to send/,
    send: () => ({
      line: 'POST /api/Login/Login',
      headers: 'Content-Type: application/json\r\n',
      body: JSON.stringify('x'.repeat(1_100_000)),
    }),
  },
  {
    what: '17 KB of cookies',
    status: 431,
    says: /too many cookies.*Delete the cookies of this site/,
    send: () => ({
      line: 'GET /Login',
      headers: `Cookie: ${Array.from({ length: 17 }, (_, index) => `c${String(index)}=${'v'.repeat(1000)}`).join('; ')}\r\n`,
    }),
  },
  {
    what: '80 KB of cookies',
    status: 431,
    says: /too many cookies.*Delete the cookies of this site/,
    send: () => ({
      line: 'GET /Login',
      headers: `Cookie: ${Array.from({ length: 20 }, (_, index) => `c${String(index)}=${'v'.repeat(4000)}`).join('; ')}\r\n`,
    }),
  },
  {
    what: 'a long address',
    status: 414,
    says: /address is too long/,
    send: () => ({ line: `GET /Login?x=${'y'.repeat(17_000)}` }),
  },
  {
    what: 'another host',
    status: 421,
    says: /does not belong to this site/,
    send: () => ({ line: 'GET /Login' }),
    host: 'other.example',
  },
  { what: 'an unknown method', status: 400, says: /could not be understood/, send: () => ({ line: 'HELO /Login' }) },
  {
    what: 'a body that never ends',
    isSlow: true,
    status: 408,
    says: /took too long to arrive/,
    send: () => ({ line: 'POST /api/Login/Login', headers: 'Content-Type: application/json\r\nContent-Length: 1000\r\n' }),
  },
];

const NAVIGATIONS = [
  ['Sec-Fetch-Dest', 'Accept: */*\r\nSec-Fetch-Dest: document\r\nSec-Fetch-Mode: navigate\r\n'],
  ['Accept', 'Accept: text/html,application/xhtml+xml;q=0.9,*/*;q=0.8\r\n'],
] as const;

const requestOf = ({ send, host = 'id.example.com' }: Case, headers: string) => {
  const { line, headers: own = '', body = '' } = send();
  const length = body === '' ? '' : `Content-Length: ${String(body.length)}\r\n`;
  return `${line} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n${headers}${own}${length}\r\n${body}`;
};

describe.each(NAVIGATIONS)('Told by %s', (_by, navigation) => {
  test.each(cases)('$what: a page ($status)', async (refused) => {
    const { status, head, body } = await exchange(requestOf(refused, navigation), refused.isSlow);
    expect([status, head]).toEqual([refused.status, expect.stringMatching(/content-type: text\/html/i)]);
    expect(body).toMatch(refused.says);
    expect(body).toMatch(/<a href="(?:\/|http:\/\/id\.example\.com)">Go to the start page<\/a>/);
    expect(head).toMatch(/content-security-policy: default-src 'none'/i);
    expect(head).toMatch(/x-content-type-options: nosniff/i);
  });
});

test.each(cases)('A program gets JSON: $what ($status)', async (refused) => {
  const { status, head, body } = await exchange(
    requestOf(refused, 'Accept: application/json\r\nSec-Fetch-Dest: empty\r\n'),
    refused.isSlow,
  );
  expect(status).toBe(refused.status);
  if (refused.what === 'an unknown file') return;
  expect(head).toMatch(/content-type: application\/json/i);
  expect(JSON.parse(body)).toMatchObject({
    code: expect.any(String) as string,
    message: expect.stringMatching(refused.says) as string,
  });
});

test('The page is in the language of the browser, and leads to no other site', async () => {
  const page = await exchange(
    'GET //evil.example/api%2Fnothing.js HTTP/1.1\r\nHost: id.example.com\r\nConnection: close\r\nSec-Fetch-Dest: document\r\nAccept-Language: de-AT\r\n\r\n',
  );
  expect(page.body).not.toMatch(/href="\/\/|href="http/);
  const { body } = await exchange(requestOf(cases[0]!, 'Sec-Fetch-Dest: document\r\nAccept-Language: de-AT\r\n'));
  expect(body).toContain('<html lang="de">');
  expect(body).toContain('Zur Startseite');
});

describe('A login with a provider', () => {
  const attempts = async ({ connection }: typeof openId | typeof saml) =>
    (
      await connection.administrator.ok('Connections.Attempts', {
        organisationPublicId: connection.organisationPublicId,
        connectionId: connection.connectionId,
      })
    ).map(({ outcome, problem }) => ({ outcome, problem }));

  test('begun too often at one address gets a page that says why and when, and is among the attempts', async () => {
    await forgetThrottles(site);
    const start = () =>
      createClient(site).raw(`/sso/start/${openId.connection.connectionId}`, {
        bare: true,
        headers: { 'Sec-Fetch-Dest': 'document' },
      });
    for (const _each of [1, 2, 3]) expect((await start()).status).toBe(303);
    const { status, text } = await start();
    expect(status).toBe(429);
    expect(text).toContain('Too many attempts have come from your network, which others may share. Try again in 15 minutes.');
    expect(text).toContain(`<a href="/sso/start/${openId.connection.connectionId}">Try again</a>`);
    expect((await attempts(openId))[0]).toEqual({ outcome: 'refused', problem: 'tooManyRequests' });
  });

  test('with a response that is too large, or of another type, is among the attempts; a flood of them is not', async () => {
    const post = (body: string, headers: Record<string, string> = FORM) =>
      createClient(site).raw(consumer(), { method: 'POST', bare: true, headers: { Accept: 'text/html', ...headers }, body });
    await post('x'.repeat(1_100_000));
    expect((await attempts(saml))[0]).toEqual({ outcome: 'refused', problem: 'tooLarge' });
    await post('<x/>', { 'Content-Type': 'application/xml' });
    expect((await attempts(saml))[0]).toEqual({ outcome: 'refused', problem: 'response' });
    for (const _each of Array.from({ length: 20 })) await post('<x/>', { 'Content-Type': 'application/xml' });
    expect((await attempts(saml)).filter(({ problem }) => problem === 'response').length).toBeLessThan(12);
  });

  test('with 1,500 groups by their full names, each with its type, is read', async () => {
    await forgetThrottles(site);
    await saml.connection.enable(false);
    await saml.connection.update({ groupsClaim: 'groups' });
    await saml.connection.enable(true);
    const value = (index: number) =>
      `<saml:AttributeValue xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:type="xs:string">CN=Group ${String(index)},OU=Departments and their projects,OU=Groups,OU=Europe,DC=corp,DC=example,DC=com</saml:AttributeValue>`;
    const groups = Array.from({ length: 1500 }, (_, index) => value(index)).join('');
    const before = (xml: string) =>
      xml.replace(
        '</saml:Conditions>',
        () =>
          `</saml:Conditions><saml:AttributeStatement><saml:Attribute Name="groups">${groups}</saml:Attribute></saml:AttributeStatement>`,
      );
    expect((await saml.logIn({ subject: (await saml.linked()).sub, before })).at).toBe('/SecurityDetails');
    const { held } = await site.database.row<{ held: number }>(
      `SELECT count(*)::int AS held FROM scim_groups WHERE connection_id = $1`,
      [saml.connection.connectionId],
    );
    expect(held).toBe(1500);
  });
});
