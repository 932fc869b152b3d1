/** JSON, forms, files, headers, tokens and passkeys, from callers who are not logged in. */
import { Buffer } from 'node:buffer';
import { request } from 'node:http';
import { startRogueProvider } from '../../test/support/rogueProvider.ts';
import { UPSTREAM_CLIENT } from '../../test/support/upstream.ts';
import type { Connection } from '../../api/contract/identityProviders.shapes.ts';
import { sendRequest } from '../client.ts';
import { requireSuccess } from '../server.ts';
import { get, list, nested, postForm, postJson, type Input, type Inputs, type Target } from './sender.ts';

const ALMOST_MIB = 1024 * 1024 - 200;
const ALMOST_HEADERS = 15_000;

export const webInputs = (target: Target): Inputs => ({
  json: bodies(target),
  multipart: tickets(target),
  headers: headers(target),
  reports: reports(target),
  openId: openId(target),
  passkeys: passkeys(target),
});

function bodies(target: Target): Input[] {
  const texts: readonly (readonly [string, string])[] = [
    ['lists within each other', nested(ALMOST_MIB / 2)],
    ['objects within each other', `${'{"a":'.repeat(ALMOST_MIB / 6)}1${'}'.repeat(ALMOST_MIB / 6)}`],
    ['90,000 unknown fields', `{${list(90_000, (index) => `"${String(index * 7)}":1`)}}`],
    ['49,000 unknown fields', `{${list(49_000, (index) => `"${String(index * 7)}":1`)}}`],
    ['350,000 empty objects', `{"userName":[${'{},'.repeat(ALMOST_MIB / 3 - 20)}{}]}`],
    ['a field that is not allowed, in many objects', `{"a":"__proto__","userName":[${'{"constructor":{}},'.repeat(24_000)}{}]}`],
    ['a name of a megabyte', `{"userName":"a@${'ä'.repeat(ALMOST_MIB / 2 - 60)}","password":"x"}`],
    ['escapes', `{"userName":"${'\\u0301'.repeat(ALMOST_MIB / 6 - 20)}","password":"x"}`],
    ['a password of a megabyte', `{"userName":"ordinary","password":"${'\u0301\u0323'.repeat(ALMOST_MIB / 4 - 60)}"}`],
  ];
  return texts.flatMap(([what, text]) => [
    { what: `${what}, to a call that is open`, send: () => postJson(target, '/api/Login/Login', text) },
    { what: `${what}, to a call that is not`, send: () => postJson(target, '/api/ApiKey/Create', text) },
  ]);
}

const BOUNDARY = 'x'.repeat(24);

function tickets(target: Target): Input[] {
  const type = { ...target.anonymous, 'content-type': `multipart/form-data; boundary=${BOUNDARY}` };
  const send = (what: string, body: string | Buffer): Input => ({
    what,
    send: () => sendBytes(`${target.server.url}/api/Support/CreateTicket`, type, body),
  });
  const end = `--${BOUNDARY}--\r\n`;
  const part = (disposition: string, content: string | Buffer) =>
    Buffer.concat([
      Buffer.from(`--${BOUNDARY}\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n`),
      Buffer.from(content),
      Buffer.from(`\r\n${end}`),
    ]);
  const file = (name: string, content: Buffer) => part(`name="attachments"; filename="${name}"`, content);
  const large = 5 * 1024 * 1024 - 2000;
  return [
    send(
      '50,000 fields',
      `${list(50_000, (index) => `--${BOUNDARY}\r\nContent-Disposition: form-data; name="f${String(index)}"\r\n\r\nx\r\n`).replaceAll(',', '')}${end}`,
    ),
    send('200,000 empty parts', `--${BOUNDARY}\r\n`.repeat(200_000) + end),
    send('beginnings of boundaries', part('name="Message"', `\r\n--${'x'.repeat(23)}`.repeat(36_000))),
    send('50,000 headers', `--${BOUNDARY}\r\n${'X: y\r\n'.repeat(50_000)}\r\nx\r\n${end}`),
    send('an archive without sizes', file('a.docx', archive(8, large))),
    send('an archive of many entries', file('a.docx', Buffer.concat(Array.from({ length: 150_000 }, () => entry('a/b'))))),
    send('an image of many parts', file('a.png', image(large))),
    send('a text of 5 MB', file('a.txt', Buffer.from('ä'.repeat(large / 2)))),
  ];
}

function entry(name: string, flags = 0): Buffer {
  const header = Buffer.alloc(30);
  header.writeUInt32LE(0x04034b50, 0);
  header.writeUInt16LE(20, 4);
  header.writeUInt16LE(flags, 6);
  header.writeUInt16LE(flags, 8);
  header.writeUInt16LE(name.length, 26);
  return Buffer.concat([header, Buffer.from(name)]);
}
const archive = (flags: number, size: number) => Buffer.concat([entry('a', flags), Buffer.alloc(size - 100, 'P')]);
function image(size: number): Buffer {
  const chunk = Buffer.from('0000000074455874' + '00000000', 'hex');
  return Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(size - 100, chunk)]);
}

const sendBytes = (url: string, headersOf: Readonly<Record<string, string>>, body: string | Buffer): Promise<void> =>
  new Promise((resolve) => {
    const call = request(url, { method: 'POST', headers: headersOf }, (reply) => reply.resume().once('close', resolve));
    // The server may refuse and close before it has all.
    call.once('error', () => {
      resolve();
    });
    call.end(body);
  });

function headers(target: Target): Input[] {
  const long = (unit: string) => unit.repeat(Math.floor(ALMOST_HEADERS / unit.length));
  const named: readonly (readonly [string, string])[] = [
    ['cookie', long('a=;')],
    ['accept-language', long('x,')],
    ['user-agent', long('Mac OS ')],
    ['x-forwarded-for', long('1,')],
    ['if-none-match', long('"a",')],
    ['accept-encoding', long('a,')],
    ['range', `bytes=${long('0-1,')}`],
    ['authorization', `Bearer ${long('.')}`],
  ];
  return [
    ...named.map(([name, value]) => ({ what: name, send: () => get(target, '/api/Login/Login', { [name]: value }) })),
    { what: 'a query', send: () => get(target, `/api/Login/Login?${long('a&')}`) },
    { what: 'a path of percent signs', send: () => get(target, `/${long('%')}`) },
    { what: 'a path of dots', send: () => get(target, `/${long('a/../')}`) },
    { what: 'an answer of a provider', send: () => get(target, `/sso/oidc/none/callback?${long('a&')}`) },
  ];
}

function reports(target: Target): Input[] {
  const type = { 'content-type': 'application/reports+json' };
  const send = (what: string, body: string): Input => ({
    what,
    send: () => sendRequest(`${target.server.url}/csp-reports`, 'POST', type, body),
  });
  return [
    send('many', `[${list(450, () => '{"type":"csp-violation","body":{}}')}]`),
    send('lists within each other', nested(8000)),
    send('an address', JSON.stringify([{ type: 'csp-violation', body: { blockedURL: 'data:'.repeat(2000) } }])),
  ];
}

function openId(target: Target): Input[] {
  const assertion = ['{"alg":"RS256"}', `{"a":${nested(18_000)}}`, 'x'].map((each) => Buffer.from(each).toString('base64url'));
  return [
    { what: 'a request of empty parameters', send: () => get(target, `/oidc/auth?${'a&'.repeat(4000)}`) },
    { what: 'claims', send: () => get(target, `/oidc/auth?client_id=x&claims=${'%5B'.repeat(600)}`) },
    { what: 'a hint', send: () => get(target, `/oidc/session/end?id_token_hint=${'a.'.repeat(4000)}`) },
    { what: 'a form of empty fields', send: () => postForm(target, '/oidc/token', 'a&'.repeat(28_000)) },
    {
      what: 'an assertion',
      send: () =>
        postForm(
          target,
          '/oidc/token',
          `grant_type=authorization_code&client_assertion_type=urn:ietf:params:oauth:client-assertion-type:jwt-bearer&client_assertion=${assertion.join('.')}`,
        ),
    },
  ];
}

/** Data of an authenticator whose extensions are this CBOR. */
const authenticatorData = (extensions: Buffer) =>
  Buffer.concat([Buffer.alloc(32), Buffer.from([0x85]), Buffer.alloc(4), extensions]).toString('base64url');

function passkeys(target: Target): Input[] {
  const client = Buffer.from(JSON.stringify({ type: 'webauthn.get', challenge: 'x', origin: target.server.url })).toString(
    'base64url',
  );
  const send = (what: string, extensions: Buffer): Input => ({
    what,
    send: () =>
      postJson(
        target,
        '/api/Passkeys/Login',
        JSON.stringify({
          ...{ id: 'AAAA', rawId: 'AAAA', type: 'public-key', clientExtensionResults: {} },
          response: { clientDataJSON: client, authenticatorData: authenticatorData(extensions), signature: 'AAAA' },
        }),
      ),
  });
  return [
    send('lists within each other', Buffer.alloc(5900, 0x81)),
    send('a list that is said to be long', Buffer.from('9affffffff', 'hex')),
    send('empty maps', Buffer.concat([Buffer.from('991700', 'hex'), Buffer.alloc(5888, 0xa0)])),
  ];
}

/** A provider that is there for as long as the inputs are sent. */
export async function tokenInputs(target: Target): Promise<{ readonly inputs: Inputs; readonly close: () => void }> {
  const provider = await startRogueProvider();
  const { administrator, organisationId } = target;
  const body = { name: 'Tokens', vendor: 'other', issuer: provider.issuer, ...UPSTREAM_CLIENT };
  const added = requireSuccess(await administrator.send('POST', `/api/Connections/${organisationId}`, body));
  const { connectionId } = JSON.parse(added.text) as Connection;
  requireSuccess(await administrator.send('PUT', `/api/Connections/Enable/${organisationId}/${connectionId}/true`));
  const token = (header: string, payload: string) =>
    [...[header, payload].map((each) => Buffer.from(each).toString('base64url')), 'A'.repeat(342)].join('.');
  const logout = (what: string, text: string): Input => ({
    what,
    send: () => postForm(target, `/sso/oidc/${connectionId}/logout`, `logout_token=${text}`),
  });
  const jwt = [
    logout('a header of lists', token(`{"alg":"RS256","x":${nested(8000)}}`, '{}')),
    logout('a payload of lists', token('{"alg":"RS256"}', `{"x":${nested(8000)}}`)),
    logout('critical fields', token(`{"alg":"RS256","crit":[${list(4000, () => '"a"')}]}`, '{}')),
    logout('dots', '.'.repeat(30_000)),
    logout('a form of empty fields', 'a&'.repeat(15_000)),
    {
      what: 'a revocation',
      send: () =>
        postJson(target, `/sso/revoke/${connectionId}`, nested(4000), {
          authorization: `Bearer ${token('{"alg":"RS256"}', `{"x":"${'a'.repeat(9000)}"}`)}`,
        }),
    },
  ];
  return { inputs: { jwt }, close: () => provider.close() };
}
