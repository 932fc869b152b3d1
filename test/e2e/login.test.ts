/** Logging in and out. */
import type { Page } from 'puppeteer';
import { logInAs, totp } from '../support/logInAs.ts';
import { axeViolations } from '../support/axe.ts';
import { useBrowser } from '../support/browser.ts';
import { copySessionToPage } from '../support/copySessionToPage.ts';
import { unusedMember } from '../support/unusedMember.ts';
import { useServer } from '../support/useServer.ts';
import { LoginPage } from './pages/LoginPage.ts';
import {
  alertText,
  clickLink,
  fill,
  fillField,
  fillNamed,
  heading,
  logOut,
  press,
  visibleText,
  waitForPath,
  waitForText,
} from './pages/onPage.ts';

const browser = useBrowser();
const HOME = '/SecurityDetails';

describe('A user who wants to log in', () => {
  const site = useServer();

  async function opened(path = '/Login/Gatehouse'): Promise<[Page, LoginPage]> {
    const page = await browser.newPage();
    const login = new LoginPage(page, site);
    await login.open(path);
    return [page, login];
  }

  test('gets the form of the only application at once, and Back leads out of it again', async () => {
    const page = await browser.newPage();
    browser.expectPageError(/favicon/);
    await page.goto(`${site.url}/robots.txt`);
    await page.goto(site.url);
    await waitForPath(page, '/Login/Gatehouse');
    await heading(page, 'Log in to Gatehouse');
    expect(await page.title()).toBe('Log in | Gatehouse™');
    expect(await page.evaluate(() => (document.activeElement as HTMLInputElement).name)).toBe('userName');
    expect(await axeViolations(page)).toEqual([]);
    await page.goBack();
    expect(page.url()).toBe(`${site.url}/robots.txt`);
  });

  test('gets in, by user name or by e-mail, and Back does not show the form again', async () => {
    const { userName, email } = await unusedMember(site);
    for (const name of [userName, email.toUpperCase()]) {
      const page = await browser.newPage();
      await page.goto(`${site.url}/LoginHelp`);
      await clickLink(page, 'Back to log in');
      await heading(page, 'Log in to Gatehouse');
      await new LoginPage(page, site).logIn(name);
      await heading(page, 'Security details');
      await waitForPath(page, HOME);
      await page.goBack();
      await heading(page, 'Help with logging in');
    }
  });

  test('sees that the password is wrong, keeps the user name, and gets in with the right one', async () => {
    const { userName } = await unusedMember(site);
    const [page, login] = await opened();
    await login.logIn(userName, 'Wrong-pass-1');
    expect(await alertText(page)).toBe('The username or password is incorrect. Check both and try again.');
    expect(await page.$eval('[name="userName"]', (input) => (input as HTMLInputElement).value)).toBe(userName);
    expect(await axeViolations(page)).toEqual([]);
    await fillNamed(page, 'password', 'Demo-pass-1');
    await press(page, 'Log in');
    await heading(page, 'Security details');
    await waitForText(page, 'There was 1 failed attempt to log in to your account, less than a minute ago.');
  });

  test('sees German in a German browser, in the server’s messages too', async () => {
    const page = await browser.newPage({ locale: 'de' });
    await page.goto(`${site.url}/Login`);
    await heading(page, 'Bei Gatehouse anmelden');
    expect(await page.title()).toBe('Anmelden | Gatehouse™');
    await fillField(page, 'Benutzername oder E-Mail', 'nobody');
    await fill(page, '[name="password"]', 'x');
    await press(page, 'Anmelden');
    expect(await alertText(page)).toBe(
      'Benutzername oder Passwort ist falsch. Bitte prüfen Sie beides und versuchen Sie es erneut.',
    );
  });

  test('is redirected from an old bookmark to the current form', async () => {
    const page = await browser.newPage();
    await page.goto(`${site.url}/Login/Gatehouse%20LS?ReturnUrl=%2FSecurityDetails%23keys`);
    await waitForPath(page, '/Login/Gatehouse?ReturnUrl=%2FSecurityDetails%23keys');
    await heading(page, 'Log in to Gatehouse');
  });

  test('comes back to the deep link, with query and hash, after password and code', async () => {
    const page = await browser.newPage();
    const deep = '/SecurityDetails?from=mail&x=%C3%BC#sessions';
    await page.goto(site.url + deep);
    await waitForPath(page, `/Login/Gatehouse?ReturnUrl=${encodeURIComponent(deep)}`);
    await new LoginPage(page, site).logIn('mfa_user');
    await heading(page, 'Enter your code');
    await fillField(page, 'Authentication code', totp());
    await heading(page, 'Security details');
    await waitForPath(page, deep);
  });

  test.each(['//evil.example/x'])('stays on this site with the ReturnUrl %s, before and after the login', async (evil) => {
    const path = `/Login/Gatehouse?ReturnUrl=${encodeURIComponent(evil)}`;
    const [page, login] = await opened(path);
    await login.logIn((await unusedMember(site)).userName);
    await heading(page, 'Security details');
    await waitForPath(page, HOME);
    await page.goto(site.url + path);
    await heading(page, 'Security details');
    expect(page.url()).toBe(site.url + HOME);
  });

  test('who is signed in already goes on to the target, from the start page and from the form', async () => {
    const page = await browser.newPage();
    await copySessionToPage(await logInAs(site, 'ordinary'), page);
    for (const [from, to] of [
      ['/', HOME],
      ['/Login/Gatehouse?ReturnUrl=%2FSecurityDetails%3Fa%3D1%23keys', '/SecurityDetails?a=1#keys'],
    ] as const) {
      await page.goto(site.url + from);
      await waitForPath(page, to);
      await heading(page, 'Security details');
    }
  });
});

describe('A logged-in user', () => {
  const site = useServer();

  async function signedIn(path = HOME): Promise<Page> {
    const page = await browser.newPage();
    await copySessionToPage(await logInAs(site, 'ordinary'), page);
    await page.goto(site.url + path);
    return page;
  }

  let name: string;
  beforeAll(async () => {
    const { firstName, lastName } = await (await logInAs(site, 'ordinary')).ok('Users.Self');
    name = `${firstName} ${lastName}`;
  });

  test('who lacks the role sees which one, who can grant it, and gets back', async () => {
    const page = await signedIn();
    await heading(page, 'Security details');
    await page.goto(`${site.url}/Users/List/active?sort=-userName`);
    await heading(page, 'No access');
    await waitForPath(page, '/NoAccess');
    expect(await page.title()).toBe('No Access | Gatehouse™');
    await waitForText(page, 'To open that page you need the role “Subscriber administrator”.');
    await waitForText(page, 'An administrator of your organisation can grant it.');
    expect(await axeViolations(page)).toEqual([]);
    await press(page, 'Back');
    await heading(page, 'Security details');
  });

  test('who opens a forbidden bookmark gets from "Back" to the login start page, and from there to the home screen', async () => {
    const page = await signedIn('/Users/List');
    await heading(page, 'No access');
    await press(page, 'Back');
    await waitForPath(page, HOME);
  });

  test('logs out, and Back shows nothing personal', async () => {
    const page = await signedIn();
    await waitForText(page, name);
    await logOut(page);
    await heading(page, 'Log in to Gatehouse');
    expect(await visibleText(page)).not.toContain(name);
    await page.goBack().catch(() => undefined);
    await waitForPath(page, `/Login/Gatehouse?ReturnUrl=${encodeURIComponent(HOME)}`);
    expect(await visibleText(page)).not.toContain(name);
    const stored = await page.evaluate(
      () => [localStorage, sessionStorage].map((storage) => JSON.stringify(storage)).join() + document.cookie,
    );
    expect(stored).not.toMatch(new RegExp(`ordinary|${name}`));
  });

  test('who leaves the page and is logged out elsewhere sees nothing personal on Back either', async () => {
    const page = await signedIn();
    await waitForText(page, name);
    browser.expectPageError(/favicon/);
    await page.goto(`${site.url}/robots.txt`);
    const other = await browser.newPage({ context: page.browserContext() });
    await other.goto(site.url + HOME);
    await heading(other, 'Security details');
    await logOut(other);
    await heading(other, 'Log in to Gatehouse');
    await page.bringToFront();
    await page.goBack();
    await heading(page, 'Log in to Gatehouse');
    expect(await visibleText(page)).not.toContain(name);
  });
});
