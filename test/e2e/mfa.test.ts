/** The second factor: its code when logging in, and setting it up on the way, told in a browser. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'puppeteer';
import { encode } from 'uqr';
import { as, totp } from '../support/as.ts';
import { axeViolations } from '../support/axe.ts';
import { useBrowser } from '../support/browser.ts';
import { eventually } from '../support/eventually.ts';
import { lendSession } from '../support/lendSession.ts';
import { enrol, halfSignedIn, resetUsedCodes, removeMfa, wrongCode } from '../support/mfa.ts';
import { unusedMember } from '../support/unusedMember.ts';
import { useServer } from '../support/useServer.ts';
import { LoginPage } from './pages/LoginPage.ts';
import { at, field, follow, heading, logOut, press, reads, seen } from './pages/onPage.ts';

const HOME = '/SecurityDetails';
const site = useServer();
const browser = useBrowser();

/** At the step after the password. */
async function askedFor(
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
const askedForCode = (userName: string, options?: Parameters<typeof askedFor>[2]) =>
  askedFor(userName, 'Enter your code', options);

/** As pasting and autofill do: the whole text at once, into what has the focus. */
const paste = (page: Page, text: string) =>
  page.evaluate((pasted) => {
    // eslint-disable-next-line @typescript-eslint/no-deprecated -- the one way for a script to type as a person does
    document.execCommand('insertText', false, pasted);
  }, text);

const wrongCodeShown = (page: Page) =>
  page.waitForFunction(() => {
    const input = document.querySelector<HTMLInputElement>('[name="code"]');
    return (
      input?.getAttribute('aria-invalid') === 'true' && input.selectionEnd === input.value.length && input.selectionStart === 0
    );
  });

/** Somebody who has set up an authenticator. */
async function enrolled() {
  const person = await unusedMember(site);
  const { key, recoveryCodes } = await enrol(await as(site, person.userName));
  await resetUsedCodes(site, person.userName);
  return { ...person, key, recoveryCodes };
}

describe('The code of an authenticator', () => {
  beforeEach(() => resetUsedCodes(site, 'mfa_user'));

  test('is asked for in a field that knows what it is, and sends itself with the sixth digit', async () => {
    const page = await askedForCode('mfa_user');
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
    await at(page, HOME);
  });

  test('may be pasted as it stands in the app, in two groups', async () => {
    const page = await askedForCode('mfa_user');
    const code = totp();
    await paste(page, ` ${code.slice(0, 3)} ${code.slice(3)}`);
    await heading(page, 'Security details');
  });

  test('that is wrong is said at the field, and the next one typed replaces it', async () => {
    const page = await askedForCode('mfa_user');
    await page.keyboard.type(wrongCode());
    await wrongCodeShown(page);
    await reads(page, 'The code is incorrect');
    expect(await axeViolations(page)).toEqual([]);
    await page.keyboard.type(totp());
    await heading(page, 'Security details');
  });

  test('that is wrong five times leads back to the login, with the reason and the way on', async () => {
    const page = await askedForCode('mfa_user', { path: '/Login/Gatehouse?ReturnUrl=%2FSecurityDetails%23keys' });
    for (let tries = 1; tries <= 5; tries += 1) {
      const answered = page.waitForResponse((response) => response.url().endsWith('/api/Mfa/Login'));
      await field(page, 'Authentication code').click({ count: 3 });
      await page.keyboard.type(wrongCode());
      // The same digits are sent by themselves only once.
      if (tries > 1) await page.keyboard.press('Enter');
      await answered;
      if (tries < 5) await wrongCodeShown(page);
    }
    await heading(page, 'Log in to Gatehouse');
    await reads(page, 'There were too many wrong codes, or too much time has passed. Log in again to get another try.');
    await at(page, '/Login/Gatehouse?ReturnUrl=%2FSecurityDetails%23keys');
    await new LoginPage(page, site).logIn('mfa_user');
    await heading(page, 'Enter your code');
  });

  test('is still asked for after a reload, and keeps the way back', async () => {
    const page = await askedForCode('mfa_user', { path: '/Login/Gatehouse?ReturnUrl=%2FSecurityDetails%3Fa%3D1%23keys' });
    await page.reload();
    await heading(page, 'Enter your code');
    await page.keyboard.type(totp());
    await at(page, '/SecurityDetails?a=1#keys');
  });

  test('can be given up for the login form', async () => {
    const page = await askedForCode('mfa_user');
    await follow(page, 'Back to log in');
    await heading(page, 'Log in to Gatehouse');
  });

  test('is not asked for where nobody has given a password: back to the login', async () => {
    const page = await browser.newPage();
    for (const path of ['/LoginMfa/false', '/LoginMfa/true?ReturnUrl=%2FSecurityDetails', '/EnrolMfa']) {
      await page.goto(site.url + path);
      await heading(page, 'Log in to Gatehouse');
    }
  });

  test('is not asked for where somebody is logged in already: on to the target', async () => {
    const page = await browser.newPage();
    await lendSession(await as(site, 'ordinary'), page);
    await page.goto(`${site.url}/LoginMfa/false`);
    await at(page, HOME);
  });

  test('is not asked for again on a browser that was told so, and is on every other', async () => {
    const page = await askedForCode('mfa_user');
    await page.locator(`::-p-aria([name="Don't ask again on this browser for 30 days"][role="checkbox"])`).click();
    await field(page, 'Authentication code').fill(totp());
    await heading(page, 'Security details');
    await logOut(page);
    await heading(page, 'Log in to Gatehouse');
    await new LoginPage(page, site).logIn('mfa_user');
    await heading(page, 'Security details');
    await askedForCode('mfa_user');
  });
});

describe('A recovery code', () => {
  test('lets in once, and one is told when few are left', async () => {
    const { userName, recoveryCodes } = await enrolled();
    const [code = '', ...others] = recoveryCodes;
    expect(others).toHaveLength(9);
    for (const used of others.slice(2)) {
      const client = await halfSignedIn(site, userName);
      await client.ok('Mfa.RecoveryCode', { body: { code: used } });
    }
    const page = await askedForCode(userName);
    await press(page, 'Use a recovery code instead');
    await field(page, 'Recovery code').wait();
    expect(await page.evaluate(() => (document.activeElement as HTMLInputElement).name)).toBe('code');
    expect(await axeViolations(page)).toEqual([]);
    await page.keyboard.type(` ${code} `);
    await page.keyboard.press('Enter');
    await heading(page, 'Security details');
    await reads(page, 'You have 2 recovery codes left. Make new ones in your security details.');
    await logOut(page);
    await heading(page, 'Log in to Gatehouse');

    await new LoginPage(page, site).logIn(userName);
    await heading(page, 'Enter your code');
    await press(page, 'Use a recovery code instead');
    await field(page, 'Recovery code').fill(code);
    await press(page, 'Verify');
    await page.waitForSelector('[name="code"][aria-invalid="true"]');
    await press(page, 'Use your authenticator app instead');
    await field(page, 'Authentication code').wait();
  });
});

describe('Who must set up an authenticator on the way', () => {
  const GREETING = 'Set up multi-factor authentication';
  const setupKey = (page: Page) => page.$eval('[aria-labelledby="setup-key"]', (key) => key.textContent.replaceAll(' ', ''));
  const recoveryCodes = async (page: Page) => {
    await heading(page, 'Recovery codes');
    return page.$$eval('ol[aria-label="Recovery codes"] li', (codes) => codes.map((code) => code.textContent));
  };
  afterEach(() => removeMfa(site, 'must_enrol'));
  beforeEach(() => site.database.query("UPDATE users SET mfa_required_override = true WHERE user_name = 'must_enrol'"));

  test('scans or types the key, reloads in the middle, proves it with a code, and goes on', async () => {
    const page = await askedFor('must_enrol', GREETING, { path: '/Login/Gatehouse?ReturnUrl=%2FSecurityDetails%23keys' });
    expect(await page.title()).toBe('Enable MFA | Gatehouse™');
    const early = await setupKey(page);
    await page.reload();
    await heading(page, GREETING);
    const key = await setupKey(page);
    expect(key).toMatch(/^[A-Z2-7]{32}$/);
    expect(key).not.toBe(early);
    await page.waitForSelector('svg.qr');
    expect(await axeViolations(page)).toEqual([]);

    const address = await page.$eval('a[href^="otpauth:"]', (link) => link.href);
    expect(new URL(address).searchParams.get('secret')).toBe(key);
    const drawn = await page.$eval('svg.qr path[fill="black"]', (path) => path.getAttribute('d')?.match(/M/g)?.length);
    const modules = encode(address, { ecc: 'M', border: 4 }).data.flat();
    expect(drawn).toBe(modules.filter(Boolean).length);

    await field(page, 'Authentication code').fill(totp(early));
    await page.waitForSelector('[name="code"][aria-invalid="true"]');
    await field(page, 'Authentication code').click({ count: 3 });
    await page.keyboard.type(totp(key));
    expect(await recoveryCodes(page)).toHaveLength(10);
    expect(await axeViolations(page)).toEqual([]);

    await press(page, 'Continue');
    await reads(page, 'Save the codes, then tick this box to continue.');
    await page.locator('::-p-aria([name="I have saved these codes"][role="checkbox"])').click();
    await press(page, 'Continue');
    await heading(page, 'Security details');
    await at(page, '/SecurityDetails#keys');

    await logOut(page);
    await resetUsedCodes(site, 'must_enrol');
    await heading(page, 'Log in to Gatehouse');
    await new LoginPage(page, site).logIn('must_enrol');
    await heading(page, 'Enter your code');
    await page.keyboard.type(totp(key));
    await heading(page, 'Security details');
  });

  test('can copy, download and print the recovery codes, and is asked before losing them', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'gatehouse-codes-'));
    const page = await browser.newPage();
    for (const name of ['clipboard-read', 'clipboard-write'])
      await page.browserContext().setPermission(site.url, { permission: { name }, state: 'granted' });
    const session = await page.createCDPSession();
    await session.send('Page.setDownloadBehavior', { behavior: 'allow', downloadPath: folder });
    await page.evaluateOnNewDocument(() => {
      window.print = () => {
        document.body.dataset.printed = 'yes';
      };
    });
    await askedFor('must_enrol', GREETING, { page });
    await field(page, 'Authentication code').fill(totp(await setupKey(page)));
    const codes = await recoveryCodes(page);

    await press(page, 'Copy');
    await press(page, 'Copied');
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(codes.join('\n'));
    await press(page, 'Download');
    const file = join(folder, 'gatehouse-recovery-codes.txt');
    const text = await eventually('the file', () => readFile(file, 'utf8'));
    expect(text.split('\r\n')).toEqual([
      expect.stringMatching(/^Recovery codes for Gatehouse, made on .+ Each code works once\.$/),
      '',
      ...codes,
      '',
    ]);
    await press(page, 'Print');
    await page.waitForSelector('[data-printed="yes"]');
    await rm(folder, { recursive: true });

    const asked = new Promise<string>((resolve) => {
      page.once('dialog', (dialog) => {
        resolve(dialog.type());
        void dialog.accept();
      });
    });
    await page.reload();
    expect(await asked).toBe('beforeunload');
    await reads(page, 'Multi-factor authentication is already turned on.');
    expect(await seen(page)).not.toContain(codes[0]);
  });

  test('gets to the right step from the address of the other one', async () => {
    const page = await askedFor('must_enrol', GREETING);
    await page.goto(`${site.url}/LoginMfa/false`);
    await heading(page, GREETING);
    const other = await askedForCode('mfa_user');
    await other.goto(`${site.url}/EnrolMfa`);
    await heading(other, 'Enter your code');
  });

  test('whose half-done sign-in ends meanwhile is led back to the login', async () => {
    const page = await askedFor('must_enrol', GREETING);
    const key = await setupKey(page);
    const context = page.browserContext();
    await context.deleteCookie(...(await context.cookies()));
    await field(page, 'Authentication code').fill(totp(key));
    await heading(page, 'Log in to Gatehouse');
    await reads(page, 'too much time has passed');
  });
});
