/** Limits of an address: what fails or is abandoned counts, and success gives it back, as a whole school may be behind one address. */
import { randomBytes } from 'node:crypto';
import { addPasskey, logInWithPasskey } from '../../support/authenticator.ts';
import { setEmail } from '../../support/changeUser.ts';
import { createClient } from '../../support/client.ts';
import { DEMO_PASSWORD, logInAs } from '../../support/logInAs.ts';
import { confirmLink, newPassword, requestLink } from '../../support/recovery.ts';
import { REFUSED } from '../../support/sso.ts';
import { forgetThrottles } from '../../support/throttles.ts';
import { sendTicket, tokenOf } from '../../support/tickets.ts';
import { unusedMember } from '../../support/unusedMember.ts';
import { useOpenIdProvider, useSamlProvider } from '../../support/useProvider.ts';
import { useServer } from '../../support/useServer.ts';

/** Size of each limit here; so many failures are allowed. */
const SIZE = 3;
const site = useServer({
  env: Object.fromEntries(
    [
      ...['LIMIT_DISCOVERIES_PER_ADDRESS', 'LIMIT_SSO_STARTS_PER_ADDRESS', 'LIMIT_SSO_RESPONSES_PER_ADDRESS'],
      ...[
        'LIMIT_RECOVERY_PER_ADDRESS',
        'LIMIT_TICKETS_PER_ADDRESS',
        'LIMIT_TICKET_STATES_PER_ADDRESS',
        'LIMIT_PASSKEY_CHALLENGES',
      ],
    ].map((name) => [name, String(SIZE)]),
  ),
});
const openId = useOpenIdProvider(site, { domain: 'limits.example' });
const saml = useSamlProvider(site);

beforeEach(() => forgetThrottles(site));

const MANY = Array.from({ length: 2 * SIZE + 1 }, (_, index) => index);
const discover = (email: string, client = createClient(site)) => client.call('Login.Discover', { body: { email } });

test.each([
  ['of one company', (index: number) => `pupil${String(index)}@limits.example`],
  ['in another spelling each', (index: number) => `Pupil${String(index)}@${index % 2 ? 'LIMITS.example' : 'limits.EXAMPLE'}`],
])('More people %s than the limit find their login', async (_what, email) => {
  for (const index of MANY) expect((await discover(email(index))).body?.address).toMatch(/^\/sso\/start\//);
});

test('People of one domain without a provider count once, and not after one of them has logged in', async () => {
  const { userName } = await unusedMember(site);
  await setEmail(site, userName, `${userName}@first.example`);
  for (const index of MANY) expect((await discover(`pupil${String(index)}@first.example`)).status).toBe(200);
  for (const domain of ['second', 'third']) expect((await discover(`x@${domain}.example`)).status).toBe(200);
  const refused = await discover('x@fourth.example');
  expect(refused).toMatchObject({ status: 429, problem: { code: 'TooManyRequests' } });
  expect(refused.problem?.message).toBe(
    'Too many attempts have come from your network, which others may share. Try again in 15 minutes.',
  );
  // The refused domain is refused again.
  expect((await discover('y@fourth.example')).status).toBe(429);
  const body = { userName: `${userName}@first.example`, password: DEMO_PASSWORD };
  await createClient(site).ok('Login.Login', { body });
  expect((await discover('x@fourth.example')).status).toBe(200);
  expect((await discover('x@fifth.example')).status).toBe(429);
});

test.each([
  ['OpenID Connect', async () => openId.logIn({ sub: (await openId.linked()).sub })],
  ['SAML', async () => saml.logIn({ subject: (await saml.linked()).sub })],
])('More people than the limit log in with %s', async (_protocol, logIn) => {
  for (const _each of MANY) expect((await logIn()).at).toBe('/SecurityDetails');
});

test('Logins with a provider that are abandoned or refused count', async () => {
  await openId.startLogin();
  expect((await openId.logIn({ sub: 'unknown' })).at).toBe(REFUSED);
  await openId.startLogin();
  const start = () => createClient(site).raw(`/sso/start/${openId.connection.connectionId}`, { bare: true });
  const refused = await start();
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(800);
});

test('Responses of a SAML provider that are refused count', async () => {
  const path = new URL(saml.connection.ours.acsUrl).pathname;
  const form = {
    method: 'POST',
    bare: true,
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: 'RelayState=x&SAMLResponse=eA',
  };
  const statuses: number[] = [];
  for (const _each of MANY) statuses.push((await createClient(site).raw(path, form)).status);
  expect(statuses).toEqual([303, 303, 303, 429, 429, 429, 429]);
});

test('More people than the limit recover their passwords', async () => {
  for (const _each of MANY) {
    const client = await confirmLink(site, await requestLink(site, await unusedMember(site)));
    await client.ok('ChangeDetails.ChangePassword', newPassword());
  }
  const forget = () => createClient(site).call('Login.ForgotPassword', { body: { userNameOrEmail: 'nobody' } });
  for (const status of [200, 200, 200, 429]) expect((await forget()).status).toBe(status);
});

test('More people than the limit log in with passkeys', async () => {
  const { userName } = await unusedMember(site);
  const authenticator = await addPasskey(await logInAs(site, userName));
  for (const _each of MANY) await logInWithPasskey(createClient(site), authenticator);
  const statuses: number[] = [];
  for (const _each of MANY) statuses.push((await createClient(site).call('Passkeys.LoginOptions')).status);
  expect(statuses).toEqual([200, 200, 200, 429, 429, 429, 429]);
});

test('More people than the limit send tickets, if they open the mailed link, or are logged in', async () => {
  for (const _each of MANY) {
    const token = await tokenOf(site, await sendTicket(site));
    // A second look gives nothing more back.
    for (const _look of [1, 2]) await createClient(site).ok('Support.TicketState', { body: { token } });
  }
  for (const _each of MANY) await sendTicket(site, {}, await logInAs(site, (await unusedMember(site)).userName));
  for (const _each of MANY.slice(0, SIZE)) await sendTicket(site);
  await expect(sendTicket(site)).rejects.toThrow('429');
});

test('Unknown links of tickets count, known ones do not', async () => {
  const known = await tokenOf(site, await sendTicket(site));
  const look = async (token: string) => (await createClient(site).call('Support.TicketState', { body: { token } })).status;
  for (const _each of MANY) expect(await look(known)).toBe(200);
  const unknown = randomBytes(32).toString('base64url');
  for (const status of [410, 410, 410, 429]) expect(await look(unknown)).toBe(status);
  expect(await look(known)).toBe(429);
});
