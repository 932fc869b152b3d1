/** What is asked of the system that users come from, and which of its answers are believed. */
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { readConfig } from '../../../server/config/config.ts';
import { askFormer, FormerFault } from '../../../server/imports/former/ask.ts';
import { ASK_MS } from '../../../server/signIn/former.ts';
import {
  asking,
  everybody,
  FORMER_PASSWORD,
  FORMER_TOKEN,
  sendJson,
  startFormerSystem,
  type FormerSystemServer,
} from '../../support/formerSystem.ts';

let former: FormerSystemServer;
const usual = getCACertificates('default');
beforeAll(async () => {
  former = await startFormerSystem();
});
beforeEach(() => {
  former.answer = everybody;
  setDefaultCACertificates([former.certificate]);
});
afterAll(async () => {
  setDefaultCACertificates(usual);
  await former.stop();
});

const settings = (more: Readonly<Record<string, string>> = {}) => {
  const { NODE_EXTRA_CA_CERTS: _certificate, ...env } = asking(former);
  return readConfig({ ...env, ...more });
};
/** Where an answer comes, a busy machine may take longer than a login waits. */
const PATIENT_MS = 60_000;
const ask = (more?: Readonly<Record<string, string>>, publicUrl = 'http://127.0.0.1', limitMs = PATIENT_MS) =>
  askFormer(settings(more), former.url, () => publicUrl, limitMs);

test('a right password gets the profile, and the question has the shared secret', async () => {
  const person = await ask()('frieda_f', FORMER_PASSWORD);
  expect(person).toMatchObject({
    userName: 'frieda_f',
    email: 'frieda_f@former.example',
    emailVerified: true,
    lastName: 'Former',
  });
  expect(former.asked.at(-1)).toEqual({ userName: 'frieda_f', password: FORMER_PASSWORD });
  expect(former.token).toBe(`Bearer ${FORMER_TOKEN}`);
});

test('a wrong password and a name that nobody has get nothing', async () => {
  expect(await ask()('frieda_f', 'another')).toBeUndefined();
  expect(await ask()('nobody_there', FORMER_PASSWORD)).toBeUndefined();
});

test('a role, a hash and an organisation in the answer are not read', async () => {
  former.answer = ({ userName }, response) => {
    const more = { roles: ['SystemAdministration'], groups: ['admins'], organisation: 'Northwind', passwordHash: '$2b$06$x' };
    sendJson(response, 200, { userName, email: 'boss@former.example', ...more });
  };
  const person = await ask()('the_boss', FORMER_PASSWORD);
  expect(person).toMatchObject({ roles: [], groups: [], organisation: '', passwordHash: '', emailVerified: false });
});

test.each<[string, FormerSystemServer['answer'], RegExp]>([
  ['that redirects', (_question, response) => response.writeHead(302, { location: 'https://127.0.0.1/other' }).end(), /302/],
  ['that fails', (_question, response) => sendJson(response, 500, {}), /500/],
  ['that is no JSON', (_question, response) => response.end('<html>Welcome</html>'), /no profile/],
  ['that is another JSON', (_question, response) => sendJson(response, 200, ['frieda_f']), /no profile/],
  ['without an address', ({ userName }, response) => sendJson(response, 200, { userName }), /no profile/],
  ['whose name is as long as a book', (_question, response) => sendJson(response, 200, { email: 'x'.repeat(300) }), /no profile/],
  ['of two megabytes', (_question, response) => response.end('x'.repeat(2 * 1024 * 1024)), /longer than/],
  [
    'about somebody else',
    (_question, response) =>
      sendJson(response, 200, { userName: 'sysadmin', email: 'sysadmin@example.com', emailVerified: true }),
    /another name/,
  ],
])('an answer %s is a fault', async (_what, answer, message) => {
  former.answer = answer;
  const asked = ask()('frieda_f', FORMER_PASSWORD);
  await expect(asked).rejects.toThrow(FormerFault);
  await expect(asked).rejects.toThrow(message);
});

test.each<[string, FormerSystemServer['answer']]>([
  ['comes', () => undefined],
  ['ends', (_question, response) => response.writeHead(200).write('{')],
])('an answer that never %s is a fault after the time of a login', async (_what, answer) => {
  former.answer = answer;
  const asked = ask({}, 'http://127.0.0.1', ASK_MS)('frieda_f', FORMER_PASSWORD);
  await expect(asked).rejects.toThrow(FormerFault);
  await expect(asked).rejects.toThrow(/timeout|aborted/);
});

test('a certificate that nobody has vouched for, and a name that it is not for, get no password', async () => {
  const before = former.asked.length;
  await expect(
    askFormer(settings(), former.url.replace('127.0.0.1', 'localhost'), () => 'http://localhost', PATIENT_MS)('a', 'b'),
  ).rejects.toThrow(/localhost/);
  setDefaultCACertificates(usual);
  await expect(ask()('frieda_f', FORMER_PASSWORD)).rejects.toThrow(/certificate/);
  expect(former.asked).toHaveLength(before);
});

test('an address that is not public is asked only where the operator allows it', async () => {
  const before = former.asked.length;
  await expect(ask({}, 'https://id.example.com')('frieda_f', FORMER_PASSWORD)).rejects.toThrow(/not a public address/);
  expect(former.asked).toHaveLength(before);
  expect(await ask({ ALLOWED_INTERNAL_HOSTS: '127.0.0.1' }, 'https://id.example.com')('frieda_f', FORMER_PASSWORD)).toBeDefined();
});

test.each([
  [{ FORMER_LOGIN_URL: 'http://127.0.0.1/check' }, /FORMER_LOGIN_URL: must be an https address/],
  [{ FORMER_LOGIN_URL: 'https://user@127.0.0.1/check' }, /without user, query and fragment/],
  [{ FORMER_LOGIN_HOST: 'login.example.com' }, /FORMER_LOGIN_HOST: must be the host/],
  [{ FORMER_LOGIN_UNTIL: 'soon' }, /FORMER_LOGIN_UNTIL: must be a day/],
  [{ FORMER_LOGIN_UNTIL: '' }, /FORMER_LOGIN_UNTIL: is needed/],
  [{ FORMER_LOGIN_TOKEN: 'short' }, /FORMER_LOGIN_TOKEN: must have 32/],
  [{ FORMER_LOGIN_TOKEN_FILE: '/run/token' }, /one of them/],
  [{ FORMER_LOGIN_URL: '' }, /FORMER_LOGIN_URL: is needed/],
])('settings like %j are refused at start', (wrong, message) => {
  expect(() => settings(wrong)).toThrow(message);
});
