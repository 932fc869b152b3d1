/** The second factor: entering a code at login, and required enrolment during login. */
import type { Page } from 'puppeteer';
import { encode } from 'uqr';
import { logInAs, totp } from '../support/logInAs.ts';
import { axeViolations } from '../support/axe.ts';
import { useBrowser } from '../support/browser.ts';
import { copySessionToPage } from '../support/copySessionToPage.ts';
import { enrol, pendingMfaSession, resetUsedCodes, removeMfa, wrongCode } from '../support/mfa.ts';
import { unusedMember } from '../support/unusedMember.ts';
import { useServer } from '../support/useServer.ts';
import { LoginPage } from './pages/LoginPage.ts';
import { clickLink, field, fillField, heading, logOut, press, waitForPath, waitForText } from './pages/onPage.ts';
import { requireMfa } from '../support/changeUser.ts';

const HOME = '/SecurityDetails';
const site = useServer({ env: { REMEMBER_BROWSER_DAYS: '14' } });
const browser = useBrowser();

/** Logs in with the password, up to the MFA step. */
async function openMfaStep(
  userName: string,
  greeting: string,
  { path = '/Login/Gatehouse', page }: { path?: string; page?: Page } = {},
) {
  const opened = page ?? (await browser.newPage());
  const login = new LoginPage(opened, site);
  await login.open(path);
  await login.logIn(userName);
  await heading(opened, greeting);
  return opened;
}
const openCodeStep = (userName: string, options?: Parameters<typeof openMfaStep>[2]) =>
  openMfaStep(userName, 'Enter your code', options);

/** Inserts the whole text at once into the focused field, as paste and autofill do. */
const paste = (page: Page, text: string) =>
  page.evaluate((pasted) => {
    // eslint-disable-next-line @typescript-eslint/no-deprecated -- the only way for a script to insert text like a user
    document.execCommand('insertText', false, pasted);
  }, text);

const wrongCodeShown = (page: Page) =>
  page.waitForFunction(() => {
    const input = document.querySelector<HTMLInputElement>('[name="code"]');
    return (
      input?.getAttribute('aria-invalid') === 'true' && input.selectionEnd === input.value.length && input.selectionStart === 0
    );
  });

/** A new user with an authenticator set up. */
async function enrolledUser() {
  const person = await unusedMember(site);
  const { key, recoveryCodes } = await enrol(await logInAs(site, person.userName));
  await resetUsedCodes(site, person.userName);
  return { ...person, key, recoveryCodes };
}

describe('The code of an authenticator', () => {
  beforeEach(() => resetUsedCodes(site, 'mfa_user'));

  test('is entered in a one-time-code field, which submits itself with the sixth digit', async () => {
    const page = await openCodeStep('mfa_user');
    expect(await page.title()).toBe('Log in | Gatehouse™');
    expect(
      await page.evaluate(() => {
        const { name, autocomplete, inputMode } = document.activeElement as HTMLInputElement;
        return { name, autocomplete, inputMode };
      }),
    ).toEqual({ name: 'code', autocomplete: 'one-time-code', inputMode: 'numeric' });
    expect(await axeViolations(page)).toEqual([]);
    await page.keyboard.type(totp());
    await heading(page, 'Security details');
    await waitForPath(page, HOME);
  });

  test('may be pasted as the app shows it, in two groups', async () => {
    const page = await openCodeStep('mfa_user');
    const code = totp();
    await paste(page, ` ${code.slice(0, 3)} ${code.slice(3)}`);
    await heading(page, 'Security details');
  });

  test('that is wrong is reported at the field, and the next one typed replaces it', async () => {
    const page = await openCodeStep('mfa_user');
    await page.keyboard.type(wrongCode());
    await wrongCodeShown(page);
    await waitForText(page, 'The code is incorrect');
    expect(await axeViolations(page)).toEqual([]);
    await page.keyboard.type(totp());
    await heading(page, 'Security details');
  });

  test('that is wrong five times leads back to the login, with the reason and what to do', async () => {
    const page = await openCodeStep('mfa_user', { path: '/Login/Gatehouse?ReturnUrl=%2FSecurityDetails%23keys' });
    for (let tries = 1; tries <= 5; tries += 1) {
      const answered = page.waitForResponse((response) => response.url().endsWith('/api/Mfa/Login'));
      await field(page, 'Authentication code').click({ count: 3 });
      await page.keyboard.type(wrongCode());
      // The same digits are submitted automatically only once.
      if (tries > 1) await page.keyboard.press('Enter');
      await answered;
      if (tries < 5) await wrongCodeShown(page);
    }
    await heading(page, 'Log in to Gatehouse');
    await waitForText(page, 'There were too many wrong codes, or too much time has passed. Log in again to get another try.');
    await waitForPath(page, '/Login/Gatehouse?ReturnUrl=%2FSecurityDetails%23keys');
    await new LoginPage(page, site).logIn('mfa_user');
    await heading(page, 'Enter your code');
  });

  test('is still asked for after a reload, and keeps the ReturnUrl', async () => {
    const page = await openCodeStep('mfa_user', { path: '/Login/Gatehouse?ReturnUrl=%2FSecurityDetails%3Fa%3D1%23keys' });
    await page.reload();
    await heading(page, 'Enter your code');
    await page.keyboard.type(totp());
    await waitForPath(page, '/SecurityDetails?a=1#keys');
  });

  test('can be cancelled, back to the login form', async () => {
    const page = await openCodeStep('mfa_user');
    await clickLink(page, 'Back to log in');
    await heading(page, 'Log in to Gatehouse');
  });

  test('is not asked for without a password: back to the login', async () => {
    const page = await browser.newPage();
    for (const path of ['/LoginMfa/false', '/LoginMfa/true?ReturnUrl=%2FSecurityDetails', '/EnrolMfa']) {
      await page.goto(site.url + path);
      await heading(page, 'Log in to Gatehouse');
    }
  });

  test('is not asked for when the user is logged in already: on to the target', async () => {
    const page = await browser.newPage();
    await copySessionToPage(await logInAs(site, 'ordinary'), page);
    await page.goto(`${site.url}/LoginMfa/false`);
    await waitForPath(page, HOME);
  });

  test('is not asked for again on a remembered browser, and is on every other', async () => {
    const page = await openCodeStep('mfa_user');
    await page.locator(`::-p-aria([name="Don't ask again on this browser for 14 days"][role="checkbox"])`).click();
    await fillField(page, 'Authentication code', totp());
    await heading(page, 'Security details');
    await logOut(page);
    await heading(page, 'Log in to Gatehouse');
    await new LoginPage(page, site).logIn('mfa_user');
    await heading(page, 'Security details');
    await openCodeStep('mfa_user');
  });
});

describe('A recovery code', () => {
  test('lets in once, and the user is warned when few are left', async () => {
    const { userName, recoveryCodes } = await enrolledUser();
    const [code = '', ...others] = recoveryCodes;
    expect(others).toHaveLength(9);
    for (const used of others.slice(2)) {
      const client = await pendingMfaSession(site, userName);
      await client.ok('Mfa.RecoveryCode', { body: { code: used } });
    }
    const page = await openCodeStep(userName);
    await press(page, 'Use a recovery code instead');
    await field(page, 'Recovery code').wait();
    expect(await page.evaluate(() => (document.activeElement as HTMLInputElement).name)).toBe('code');
    expect(await axeViolations(page)).toEqual([]);
    await page.keyboard.type(` ${code} `);
    await page.keyboard.press('Enter');
    await heading(page, 'Security details');
    await waitForText(page, 'You have 2 recovery codes left. Make new ones in your security details.');
    await logOut(page);
    await heading(page, 'Log in to Gatehouse');

    await new LoginPage(page, site).logIn(userName);
    await heading(page, 'Enter your code');
    await press(page, 'Use a recovery code instead');
    await fillField(page, 'Recovery code', code);
    await press(page, 'Verify');
    await page.waitForSelector('[name="code"][aria-invalid="true"]');
    await press(page, 'Use your authenticator app instead');
    await field(page, 'Authentication code').wait();
  });
});

describe('A user who must set up an authenticator at login', () => {
  const GREETING = 'Set up multi-factor authentication';
  const setupKey = (page: Page) => page.$eval('[aria-labelledby="setup-key"]', (key) => key.textContent.replaceAll(' ', ''));
  const recoveryCodes = async (page: Page) => {
    await heading(page, 'Recovery codes');
    return page.$$eval('ol[aria-label="Recovery codes"] li', (codes) => codes.map((code) => code.textContent));
  };
  afterEach(() => removeMfa(site, 'must_enrol'));
  beforeEach(() => requireMfa(site, 'must_enrol'));

  test('scans or types the key, reloads in the middle and goes on with it, confirms it with a code, and continues', async () => {
    const page = await openMfaStep('must_enrol', GREETING, { path: '/Login/Gatehouse?ReturnUrl=%2FSecurityDetails%23keys' });
    expect(await page.title()).toBe('Enable MFA | Gatehouse™');
    const early = await setupKey(page);
    await page.reload();
    await heading(page, GREETING);
    const key = await setupKey(page);
    expect(key).toMatch(/^[A-Z2-7]{32}$/);
    expect(key).toBe(early);
    await page.waitForSelector('svg[role="img"]');
    expect(await axeViolations(page)).toEqual([]);

    const address = await page.$eval('a[href^="otpauth:"]', (link) => link.href);
    expect(new URL(address).searchParams.get('secret')).toBe(key);
    const drawn = await page.$eval('svg[role="img"] path[fill="black"]', (path) => path.getAttribute('d')?.match(/M/g)?.length);
    const modules = encode(address, { ecc: 'M', border: 4 }).data.flat();
    expect(drawn).toBe(modules.filter(Boolean).length);

    await fillField(page, 'Authentication code', totp(key, 100));
    await page.waitForSelector('[name="code"][aria-invalid="true"]');
    await field(page, 'Authentication code').click({ count: 3 });
    await page.keyboard.type(totp(key));
    expect(await recoveryCodes(page)).toHaveLength(10);
    expect(await axeViolations(page)).toEqual([]);

    await press(page, 'Continue');
    await waitForText(page, 'Save the codes, then tick this box to continue.');
    await page.locator('::-p-aria([name="I have saved these codes"][role="checkbox"])').click();
    await press(page, 'Continue');
    await heading(page, 'Security details');
    await waitForPath(page, '/SecurityDetails#keys');

    await logOut(page);
    await resetUsedCodes(site, 'must_enrol');
    await heading(page, 'Log in to Gatehouse');
    await new LoginPage(page, site).logIn('must_enrol');
    await heading(page, 'Enter your code');
    await page.keyboard.type(totp(key));
    await heading(page, 'Security details');
  });

  test('is redirected from the other step’s address to the right step', async () => {
    const page = await openMfaStep('must_enrol', GREETING);
    await page.goto(`${site.url}/LoginMfa/false`);
    await heading(page, GREETING);
    const other = await openCodeStep('mfa_user');
    await other.goto(`${site.url}/EnrolMfa`);
    await heading(other, 'Enter your code');
  });
});
