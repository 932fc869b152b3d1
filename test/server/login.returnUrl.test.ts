/** The places of the server through which a return address travels: none of them leads anybody away from us. */
import { DEMO_PASSWORD, totp } from '../support/as.ts';
import { createClient } from '../support/client.ts';
import { enrol, halfSignedIn, resetUsedCodes } from '../support/mfa.ts';
import { useServer } from '../support/useServer.ts';
import { APPLICATION, safeUrls, unsafeUrls } from '../contract/returnUrl.corpus.ts';

const site = useServer({ env: { APPLICATIONS: JSON.stringify([{ name: 'Claims', url: APPLICATION }]) } });

const logIn = (returnUrl: string) =>
  createClient(site).call('Login.Login', { body: { userName: 'ordinary', password: DEMO_PASSWORD, returnUrl } });

/** What somebody gets who brings no address at all. */
const HOME = '/SecurityDetails';

describe('an address that leads elsewhere', () => {
  it('is not shown by the login page', async () => {
    const client = createClient(site);
    for (const returnUrl of unsafeUrls) {
      const { status, body } = await client.call('Login.Page', { returnUrl });
      expect([returnUrl, status === 400 ? null : body?.returnUrl]).toEqual([returnUrl, null]);
    }
  });

  it('is not where a password leads', async () => {
    for (const returnUrl of unsafeUrls) {
      const { status, body } = await logIn(returnUrl);
      expect([returnUrl, status === 400 ? HOME : body?.redirectUrl]).toEqual([returnUrl, HOME]);
    }
  });

  it('is not where a code, a recovery code or enrolment leads', async () => {
    const [returnUrl = ''] = unsafeUrls;
    const byCode = await halfSignedIn(site, 'mfa_user', { returnUrl });
    expect(await byCode.ok('Mfa.Login', { body: { code: totp() } })).toMatchObject({ redirectUrl: HOME });
    const enrolling = await halfSignedIn(site, 'must_enrol', { returnUrl });
    const { recoveryCodes, redirectUrl } = await enrol(enrolling);
    expect(redirectUrl).toBe(HOME);
    const byRecoveryCode = await halfSignedIn(site, 'must_enrol', { returnUrl });
    const outcome = await byRecoveryCode.ok('Mfa.RecoveryCode', { body: { code: recoveryCodes[0] ?? '' } });
    expect(outcome.redirectUrl).toBe(HOME);
  });

  it('is refused when it comes twice, and as anything but text', async () => {
    const client = createClient(site);
    expect((await client.raw('/api/Login/Login?returnUrl=/Users&returnUrl=//evil.example')).status).toBe(400);
    for (const returnUrl of [['//evil.example'], { toString: '//evil.example' }, 7])
      expect((await logIn(returnUrl as unknown as string)).status).toBe(400);
  });

  it('never appears in a Location header', async () => {
    const answer = await createClient(site).raw('/api/Login/Check?returnUrl=//evil.example');
    expect(answer.headers.get('location') ?? '/Login').toBe('/Login');
  });
});

describe('a good deep link', () => {
  it.each(safeUrls)('survives password and code: %s', async (returnUrl) => {
    expect((await logIn(returnUrl)).body).toMatchObject({ redirectUrl: returnUrl });
    const client = await halfSignedIn(site, 'mfa_user', { returnUrl });
    await resetUsedCodes(site, 'mfa_user');
    expect(await client.ok('Mfa.Login', { body: { code: totp() } })).toMatchObject({ redirectUrl: returnUrl });
  });
});
