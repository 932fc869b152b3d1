/** Passkeys in the browser, with Chromium's virtual authenticator: adding, logging in, proving one's identity, and attacks. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'puppeteer';
import { axeViolations } from '../support/axe.ts';
import { useBrowser } from '../support/browser.ts';
import { createClient } from '../support/client.ts';
import { copySessionToPage } from '../support/copySessionToPage.ts';
import { logInAs } from '../support/logInAs.ts';
import { unusedMember } from '../support/unusedMember.ts';
import { useServer } from '../support/useServer.ts';
import { addAuthenticator } from '../support/virtualAuthenticator.ts';
import { pressOn } from './pages/keyboard.ts';
import { LoginPage } from './pages/LoginPage.ts';
import {
  alertText,
  fillNamed,
  heading,
  logOut,
  press,
  visibleText,
  waitForNoDialog,
  waitForPath,
  waitForText,
} from './pages/onPage.ts';
import { LOG_IN, registerPasskey, waitForPasskeyButton } from './pages/passkeys.ts';
import { ageAuthentication, clickInDialog, proveIdentity } from './pages/security.ts';
import { requireMfa } from '../support/changeUser.ts';

const site = useServer({ publicHost: 'localhost', env: { LIMIT_LOGINS_PER_ADDRESS: '1000' } });
const browser = useBrowser();

const REFUSED = 'This passkey was not accepted.';

async function member() {
  const account = await unusedMember(site, { organisation: 'Harbour Mutual' });
  return { ...account, client: await logInAs(site, account.userName) };
}

/** The login form of a browser whose authenticator has the passkey of a user. */
async function loginPage({ autofill = false, held = false, signCount = 0, path = '/Login/Gatehouse' } = {}) {
  const owner = await member();
  const credential = await registerPasskey(owner.client, { signCount });
  const page = await browser.newPage();
  if (held || autofill) await page.evaluateOnNewDocument(holdQuestions);
  if (!autofill) await page.evaluateOnNewDocument(withoutAutofill);
  const authenticator = await addAuthenticator(page, { present: false });
  await authenticator.add(credential);
  const login = new LoginPage(page, site);
  await login.open(path);
  await waitForPasskeyButton(page);
  return { ...owner, credential, page, authenticator, login };
}

/** Runs in the page: requests for a passkey wait for `letAsk`, and are marked. A virtual authenticator answers at once or never. */
function holdQuestions(): void {
  if (!('credentials' in navigator)) return;
  const get = navigator.credentials.get.bind(navigator.credentials);
  navigator.credentials.get = async (options) => {
    const { dataset } = document.documentElement;
    dataset.question = `${options?.mediation ?? 'button'}: ${document.querySelector<HTMLInputElement>('[name="userName"]')?.autocomplete ?? ''}`;
    await new Promise((resolve) => {
      addEventListener('letAsk', resolve, { once: true });
    });
    delete dataset.question;
    return get(options);
  };
}
const waitForQuestion = (page: Page, question: string) => page.waitForSelector(`html[data-question="${question}"]`);
const letAsk = (page: Page) => page.evaluate(() => dispatchEvent(new Event('letAsk')));

/** Runs in the page: only the button asks for a passkey. */
function withoutAutofill(): void {
  if ('PublicKeyCredential' in window) PublicKeyCredential.isConditionalMediationAvailable = () => Promise.resolve(false);
}

async function securityPage(hash = '') {
  const owner = await member();
  const page = await browser.newPage();
  const authenticator = await addAuthenticator(page);
  await copySessionToPage(owner.client, page);
  await page.goto(`${site.url}/SecurityDetails${hash}`);
  await page.waitForSelector('#passkeys button');
  return { ...owner, page, authenticator };
}

/** Logs in by the button, whose question the user answers. */
async function useButton({ page, authenticator }: Pick<Awaited<ReturnType<typeof loginPage>>, 'page' | 'authenticator'>) {
  await authenticator.setPresence(true);
  await press(page, LOG_IN);
}

describe('In the security details', () => {
  test('a passkey is added, renamed and deleted', async () => {
    const { page, authenticator, client, userName } = await securityPage('#passkeys');
    await waitForText(page, 'You have no passkeys yet.');
    await press(page, 'Add a passkey');
    await fillNamed(page, 'name', 'Work laptop');
    await clickInDialog(page, 'Save');
    await waitForText(page, 'The passkey "Work laptop" has been added.');
    await waitForNoDialog(page);
    const row = await page.waitForSelector('#passkeys li');
    expect(await row?.evaluate((element) => (element as HTMLElement).innerText)).toMatch(
      /Work laptop[^]*Chrome · .*On one device only[^]*Added on .* · Never used/,
    );
    expect(await axeViolations(page, '#passkeys', { contrast: false })).toEqual([]);
    expect(await authenticator.credentials()).toMatchObject([{ rpId: 'localhost', isResidentCredential: true }]);

    await press(page, 'Rename (Work laptop)');
    await fillNamed(page, 'name', 'Old laptop');
    await clickInDialog(page, 'Save');
    await waitForText(page, 'Old laptop');
    await waitForNoDialog(page);
    expect(await client.ok('Passkeys.List')).toMatchObject([{ name: 'Old laptop' }]);

    await press(page, 'Delete (Old laptop)');
    await clickInDialog(page, 'Delete');
    await waitForText(page, 'The passkey "Old laptop" has been deleted.');
    await waitForText(page, 'You have no passkeys yet.');
    expect((await client.ok('Users.Self')).userName).toBe(userName);
  });

  test('adding asks for a proof of identity first, and goes on by itself', async () => {
    const owner = await securityPage('#passkeys');
    const { page } = owner;
    await ageAuthentication(site, owner);
    await press(page, 'Add a passkey');
    await proveIdentity(page);
    await clickInDialog(page, 'Cancel');
    await waitForText(page, 'The passkey "My passkey" has been added.');
  });

  test('the same device can’t have two, and a device that does not know its user has none', async () => {
    const { page, authenticator, client } = await securityPage('#passkeys');
    await press(page, 'Add a passkey');
    await clickInDialog(page, 'Save');
    await waitForText(page, 'The passkey "My passkey" has been added.');
    await press(page, 'Add a passkey');
    expect(await alertText(page)).toContain('This device already has a passkey for your account.');
    await authenticator.clear();
    await authenticator.setVerified(false);
    await press(page, 'Add a passkey');
    await waitForText(page, 'No passkey was added');
    expect(await client.ok('Passkeys.List')).toHaveLength(1);
  });
});

describe('Logging in', () => {
  test('with the password alone, where a second factor is required, offers a passkey instead of an app', async () => {
    const { userName, userId, client } = await member();
    await requireMfa(site, userId);
    const page = await browser.newPage();
    await page.evaluateOnNewDocument(withoutAutofill);
    const authenticator = await addAuthenticator(page);
    const login = new LoginPage(page, site);
    await login.open('/Login/Gatehouse?ReturnUrl=%2FSecurityDetails%3Fa%3D1%23passkeys');
    await login.logIn(userName);
    await heading(page, 'Set up multi-factor authentication');
    await authenticator.setVerified(false);
    await pressOn(page, 'Set up a passkey instead');
    await page.waitForSelector('::-p-aria([name="Set up a passkey instead"][role="button"]):not([aria-busy])');
    await authenticator.setVerified(true);
    await pressOn(page, 'Set up a passkey instead');
    await waitForPath(page, '/SecurityDetails?a=1#passkeys');
    await waitForText(page, 'My passkey');
    expect(await authenticator.credentials()).toHaveLength(1);
    expect(await client.call('Login.Check')).toMatchObject({ status: 401 });
  });

  test('by the button leads to the deep link, with no password and no code', async () => {
    const { client, ...opened } = await loginPage({ path: '/Login/Gatehouse?ReturnUrl=%2FSecurityDetails%3Fa%3D1%23sessions' });
    await useButton(opened);
    await waitForPath(opened.page, '/SecurityDetails?a=1#sessions');
    await heading(opened.page, 'Security details');
    expect((await client.ok('Passkeys.List'))[0]?.lastUsedAt).toEqual(expect.any(String));
  });

  test('by a suggestion in the name field leads on without a click', async () => {
    const { page, authenticator } = await loginPage({ autofill: true });
    await waitForQuestion(page, 'conditional: username webauthn');
    await authenticator.setPresence(true);
    await letAsk(page);
    await heading(page, 'Security details');
  });

  test('keeps the user logged in if that is ticked', async () => {
    const { client: _client, ...opened } = await loginPage();
    await opened.page.locator('[name="rememberMe"]').click();
    await useButton(opened);
    await heading(opened.page, 'Security details');
    const cookies = await opened.page.browserContext().cookies();
    expect(cookies.find(({ name }) => name === 'session')?.expires).toBeGreaterThan(Date.now() / 1000 + 29 * 86_400);
  });

  test('nothing in the form moves when the button comes, and without WebAuthn it does not', async () => {
    const page = await browser.newPage();
    await page.evaluateOnNewDocument(() => {
      Reflect.deleteProperty(window, 'PublicKeyCredential');
    });
    const login = new LoginPage(page, site);
    await login.open();
    const tops = async (where: Page) => {
      await where.waitForNetworkIdle();
      await where.evaluate(() => document.fonts.ready);
      return where.$$eval('main h1, main label, main button, main ul a', (elements) =>
        elements
          .filter(({ textContent }) => !textContent.includes('passkey'))
          .map((element) => Math.round(element.getBoundingClientRect().top)),
      );
    };
    const without = await tops(page);
    expect(await visibleText(page)).not.toContain(LOG_IN);
    const { page: other } = await loginPage();
    expect(await tops(other)).toEqual(without);
  });

  test('is what a password alone leads to where a passkey is the second factor', async () => {
    const { page, login, authenticator, userName, userId } = await loginPage();
    await requireMfa(site, userId);
    await login.logIn(userName);
    await heading(page, 'Use your passkey');
    await authenticator.setPresence(true);
    await press(page, 'Use a passkey');
    await heading(page, 'Security details');
  });
});

describe('Step-up', () => {
  test('by a passkey lets the waiting call go on', async () => {
    const owner = await member();
    const credential = await registerPasskey(owner.client);
    const page = await browser.newPage();
    const authenticator = await addAuthenticator(page);
    await authenticator.add(credential);
    await copySessionToPage(owner.client, page);
    await page.goto(`${site.url}/SecurityDetails`);
    await page.waitForSelector('#sessions li');
    await logInAs(site, owner.userName);
    await page.reload();
    await ageAuthentication(site, owner);
    await press(page, 'Log out all others');
    await clickInDialog(page, 'Log out all others');
    await heading2(page, "Confirm it's you");
    await clickInDialog(page, 'Use a passkey');
    await waitForText(page, 'All other sessions have been logged out.');
    await waitForNoDialog(page);
  });
});

const heading2 = (page: Page, text: string) => page.waitForSelector(`::-p-xpath(//h2[normalize-space()="${text}"])`);

describe('The server refuses', () => {
  test('what another site got the authenticator to sign', async () => {
    const { credential, client } = await loginPage();
    await client.ok('Login.Logout');
    // The phishing site is on another port of the same host, for which the authenticator has the same passkeys, and passes on our
    // challenge.
    const phishing = createServer((_request, response) => {
      response
        .setHeader('content-type', 'text/html')
        .end('<!doctype html><link rel="icon" href="data:,"><title>Gatehouse</title>');
    }).listen(0, '127.0.0.1');
    const { port } = await new Promise<AddressInfo>((resolve) => {
      phishing.on('listening', () => {
        resolve(phishing.address() as AddressInfo);
      });
    });
    const page = await browser.newPage();
    const authenticator = await addAuthenticator(page);
    await authenticator.add(credential);
    await page.goto(`http://localhost:${String(port)}/`);
    const attacker = createClient(site);
    const options = await attacker.ok('Passkeys.LoginOptions');
    const response = await page.evaluate(async (json) => {
      const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(json);
      return ((await navigator.credentials.get({ publicKey })) as PublicKeyCredential).toJSON();
    }, options);
    const answer = await attacker.call('Passkeys.Login', { body: { response: response as never } });
    expect(answer).toMatchObject({ status: 400, problem: { code: 'PasskeyRefused' } });
    phishing.close();
  });

  test('a deleted passkey, and the password still works', async () => {
    const { client, login, userName, ...opened } = await loginPage();
    const { page, authenticator } = opened;
    browser.expectPageError(/400/);
    const [passkey] = await client.ok('Passkeys.List');
    await client.ok('Passkeys.Delete', { passkeyId: passkey!.passkeyId });
    await useButton(opened);
    expect(await alertText(page)).toContain(REFUSED);
    await authenticator.clear();
    await login.logIn(userName);
    await heading(page, 'Security details');
  });
});

describe('The offer of a passkey', () => {
  test('comes once after a login with a password, on a device that can keep one, and leads there', async () => {
    const { userName } = await member();
    const page = await browser.newPage();
    await addAuthenticator(page);
    const login = new LoginPage(page, site);
    await login.open();
    await waitForPasskeyButton(page);
    await login.logIn(userName);
    await heading(page, 'Security details');
    await waitForText(page, 'Next time, log in without a password');
    await page.locator('ol li a').click();
    await waitForPath(page, '/SecurityDetails#passkeys');
    await logOut(page);
    await waitForPasskeyButton(page);
    await login.logIn(userName);
    await heading(page, 'Security details');
    await page.waitForNetworkIdle();
    expect(await visibleText(page)).not.toContain('Next time, log in without a password');
  });

  test('does not come to a user who has one', async () => {
    const { page, login, userName, authenticator } = await loginPage();
    await authenticator.clear();
    await login.logIn(userName);
    await heading(page, 'Security details');
    await page.waitForNetworkIdle();
    expect(await visibleText(page)).not.toContain('Next time, log in without a password');
  });
});
