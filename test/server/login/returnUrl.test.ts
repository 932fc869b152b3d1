/** Return URLs: no operation redirects to another site (OWASP unvalidated redirects). */
import { DEMO_PASSWORD, totp } from '../../support/logInAs.ts';
import { createClient } from '../../support/client.ts';
import { enrol, pendingMfaSession, resetUsedCodes } from '../../support/mfa.ts';
import { useServer } from '../../support/useServer.ts';
import { APPLICATION, safeUrls, unsafeUrls } from '../../contract/returnUrl.corpus.ts';

const site = useServer({ env: { APPLICATIONS: JSON.stringify([{ name: 'Claims', url: APPLICATION }]) } });

const logIn = (returnUrl: string) =>
  createClient(site).call('Login.Login', { body: { userName: 'ordinary', password: DEMO_PASSWORD, returnUrl } });

/** Redirect without a return URL. */
const HOME = '/SecurityDetails';

describe('A return URL to another site', () => {
  it('is dropped or refused by the login page', async () => {
    const client = createClient(site);
    for (const returnUrl of unsafeUrls) {
      const { status, body } = await client.call('Login.Page', { returnUrl });
      expect([returnUrl, status === 400 ? null : body?.returnUrl]).toEqual([returnUrl, null]);
    }
  });

  it('is ignored by the password login', async () => {
    for (const returnUrl of unsafeUrls) {
      const { status, body } = await logIn(returnUrl);
      expect([returnUrl, status === 400 ? HOME : body?.redirectUrl]).toEqual([returnUrl, HOME]);
    }
  });

  it('is ignored after an MFA code, a recovery code or enrolment', async () => {
    const [returnUrl = ''] = unsafeUrls;
    const byCode = await pendingMfaSession(site, 'mfa_user', { returnUrl });
    expect(await byCode.ok('Mfa.Login', { body: { code: totp() } })).toMatchObject({ redirectUrl: HOME });
    const enrolling = await pendingMfaSession(site, 'must_enrol', { returnUrl });
    const { recoveryCodes, redirectUrl } = await enrol(enrolling);
    expect(redirectUrl).toBe(HOME);
    const byRecoveryCode = await pendingMfaSession(site, 'must_enrol', { returnUrl });
    const outcome = await byRecoveryCode.ok('Mfa.RecoveryCode', { body: { code: recoveryCodes[0] ?? '' } });
    expect(outcome.redirectUrl).toBe(HOME);
  });

  it('is refused if repeated or not a string', async () => {
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

describe('A valid deep link', () => {
  it.each(safeUrls)('is kept through password and MFA code: %s', async (returnUrl) => {
    expect((await logIn(returnUrl)).body).toMatchObject({ redirectUrl: returnUrl });
    const client = await pendingMfaSession(site, 'mfa_user', { returnUrl });
    await resetUsedCodes(site, 'mfa_user');
    expect(await client.ok('Mfa.Login', { body: { code: totp() } })).toMatchObject({ redirectUrl: returnUrl });
  });
});
