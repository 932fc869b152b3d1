/** Session lifetime in a browser: two tabs, Back and Forward, the expiry warning, and logging in again in a dialog. */
import type { Page } from 'puppeteer';
import { waitForSignedInIdle } from '../support/apiCalls.ts';
import { logInAs, totp } from '../support/logInAs.ts';
import { axeViolations } from '../support/axe.ts';
import { useBrowser } from '../support/browser.ts';
import { copySessionToPage } from '../support/copySessionToPage.ts';
import { enrol, resetUsedCodes } from '../support/mfa.ts';
import { unusedMember, type MemberAccount } from '../support/unusedMember.ts';
import { useServer } from '../support/useServer.ts';
import { LoginPage } from './pages/LoginPage.ts';
import {
  clickLink,
  fill,
  fillField,
  fillNamed,
  heading,
  logOut,
  press,
  valueOf,
  visibleText,
  waitForNoDialog,
  waitForPath,
  waitForText,
} from './pages/onPage.ts';
import { only } from '../support/facts.ts';
import { endSessions, lastSeenAgo, sessions } from '../support/sessions.ts';

const HOME = '/SecurityDetails';
const LOGIN_WITH_RETURN = `/Login/Gatehouse?ReturnUrl=${encodeURIComponent(HOME)}`;

const site = useServer();
const browser = useBrowser();

/** Opens a user's security details, fully loaded. */
async function openDetails({ userName }: Pick<MemberAccount, 'userName'>, page?: Page): Promise<Page> {
  const tab = page ?? (await browser.newPage());
  await copySessionToPage(await logInAs(site, userName), tab);
  await tab.goto(site.url + HOME);
  await tab.waitForSelector('#email form');
  await waitForSignedInIdle(tab);
  return tab;
}

/** Opens the details from the help page by client-side navigation. */
async function openFromHelp({ userName }: Pick<MemberAccount, 'userName'>): Promise<Page> {
  const page = await browser.newPage();
  await copySessionToPage(await logInAs(site, userName), page);
  await page.goto(`${site.url}/LoginHelp`);
  await clickLink(page, 'Back to log in');
  await waitForPath(page, HOME);
  await page.waitForSelector('#email form');
  await waitForSignedInIdle(page);
  return page;
}

/** Opens another tab of the same browser. */
async function openSecondTab(first: Page): Promise<Page> {
  const second = await browser.newPage({ context: first.browserContext() });
  await second.goto(site.url + HOME);
  await second.waitForSelector('#email form');
  await waitForSignedInIdle(second);
  return second;
}

/** Makes the user idle: background requests are marked as such and do not extend the session. */
async function idleFor(person: MemberAccount, seconds: number): Promise<void> {
  await lastSeenAgo(site, `${String(seconds)} seconds`, person.userId);
}

const productNews = async ({ userName }: MemberAccount) =>
  (await (await logInAs(site, userName)).ok('Users.EmailPreferences')).productNews;

describe('In two tabs', () => {
  test('a user who logs out in one is logged out in the other, which says so', async () => {
    const first = await openDetails(await unusedMember(site));
    const second = await openSecondTab(first);
    await logOut(second);
    await heading(second, 'Log in to Gatehouse');
    await first.bringToFront();
    await heading(first, 'Log in to Gatehouse');
    await waitForPath(first, LOGIN_WITH_RETURN);
    await waitForText(first, 'You have been logged out. Log in again to continue.');
  });

  test('no page keeps showing the previous user after another user has logged in', async () => {
    const [previousUser, next] = [await unusedMember(site), await unusedMember(site)];
    const first = await openDetails(previousUser);
    const { firstName } = await (await logInAs(site, next.userName)).ok('Users.Self');
    const second = await openSecondTab(first);
    await logOut(second);
    await heading(second, 'Log in to Gatehouse');
    await new LoginPage(second, site).logIn(next.userName);
    await heading(second, 'Security details');
    await first.bringToFront();
    // It reloads by itself.
    await waitForText(first, firstName);
    await heading(first, 'Security details');
  });

  test('when another user logs in in one, the other says so and sends nothing as the wrong user', async () => {
    const [previousUser, next] = [await unusedMember(site), await unusedMember(site)];
    const first = await openDetails(previousUser);
    const context = first.browserContext();
    await context.deleteCookie(...(await context.cookies()));
    const second = await browser.newPage({ context });
    await new LoginPage(second, site).open();
    await new LoginPage(second, site).logIn(next.userName);
    await heading(second, 'Security details');
    await first.bringToFront();
    const { firstName, lastName } = await (await logInAs(site, next.userName)).ok('Users.Self');
    await waitForText(first, `Another user has logged in from this browser. You now continue as ${firstName} ${lastName}.`);
    await first.reload();
    await first.waitForSelector('#email form');
    expect(await visibleText(first)).not.toContain('Another user has logged in');
  });
});

describe('After logging out', () => {
  test('neither Back nor Forward shows anything of the user, neither from the back/forward cache nor from elsewhere', async () => {
    const person = await unusedMember(site);
    const { firstName, lastName } = await (await logInAs(site, person.userName)).ok('Users.Self');
    const page = await openFromHelp(person);
    await waitForText(page, `${firstName} ${lastName}`);
    browser.expectPageError(/favicon/);
    await page.goto(`${site.url}/robots.txt`);
    await page.goBack();
    await waitForText(page, lastName);
    await page.goBack();
    await heading(page, 'Help with logging in');
    const context = page.browserContext();
    await context.deleteCookie(...(await context.cookies()).filter(({ name }) => name === 'session'));
    await page.goForward();
    await heading(page, 'Log in to Gatehouse');
    expect(await visibleText(page)).not.toContain(lastName);
    // The prerendered form is there before its scripts, which have an address of their own to write.
    await new LoginPage(page, site).ready();
    await page.goBack();
    await heading(page, 'Help with logging in');
    await page.goForward();
    await heading(page, 'Log in to Gatehouse');
    expect(await visibleText(page)).not.toContain(lastName);
  });
});

describe('Shortly before the session ends', () => {
  const IDLE_SECONDS = 30 * 60;

  /**
   * Opens the page `left` seconds before the session ends. Its requests are marked as background, so that they do not extend it.
   */
  async function openNearExpiry(left: number): Promise<{ page: Page; person: MemberAccount }> {
    const person = await unusedMember(site);
    const page = await browser.newPage();
    await copySessionToPage(await logInAs(site, person.userName), page);
    await page.setExtraHTTPHeaders({ 'X-Background': 'true' });
    await idleFor(person, IDLE_SECONDS - left);
    await page.goto(site.url + HOME);
    return { page, person };
  }
  const lastSeen = ({ userId }: MemberAccount) => only(sessions(site, { userId }, 'lastSeenSecondsAgo'));

  test('the user is warned, and "Stay logged in" extends it', async () => {
    const { page, person } = await openNearExpiry(100);
    await page.waitForSelector('[role="dialog"]');
    await waitForText(page, 'Your session is about to end');
    await waitForText(page, 'You will be logged out in 2 minutes.');
    expect(await axeViolations(page, '[role="dialog"]')).toEqual([]);
    await page.setExtraHTTPHeaders({});
    await press(page, 'Stay logged in');
    await waitForNoDialog(page);
    expect((await lastSeen(person)).lastSeenSecondsAgo).toBeLessThan(60);
    await heading(page, 'Security details');
  });
});

describe('When the session ends with unsaved changes', () => {
  /** Types in one form and sends another after the session has ended. */
  async function openInterrupted(person: MemberAccount): Promise<Page> {
    const page = await openDetails(person);
    await fillNamed(page, 'currentPassword', 'half a passw');
    await page.locator('[name="productNews"]').click();
    await endSessions(site, person.userId);
    await press(page, 'Save');
    await page.waitForSelector('[role="dialog"] [name="password"]');
    await waitForText(page, 'Your session has ended. Nothing you have typed is lost.');
    return page;
  }
  const saves = (page: Page): number[] => {
    const statuses: number[] = [];
    page.on('response', (reply) => {
      if (reply.url().endsWith('/api/Users/EmailPreferences') && reply.request().method() === 'POST')
        statuses.push(reply.status());
    });
    return statuses;
  };

  test('the user logs in again in a dialog, the request is repeated once, and nothing typed is lost', async () => {
    const person = await unusedMember(site);
    const before = await productNews(person);
    const page = await openInterrupted(person);
    const statuses = saves(page);
    expect(await page.evaluate(() => document.activeElement?.closest('[role="dialog"]') !== null)).toBe(true);
    expect(await axeViolations(page, '[role="dialog"]')).toEqual([]);

    await fill(page, '[role="dialog"] [name="password"]', 'Wrong-pass-1');
    await page.keyboard.press('Enter');
    await waitForText(page, 'The username or password is incorrect.');
    await fill(page, '[role="dialog"] [name="password"]', 'Demo-pass-1');
    await page.keyboard.press('Enter');

    await waitForNoDialog(page);
    await waitForText(page, 'Your email preferences have been saved.');
    expect(statuses).toEqual([200]);
    expect(await productNews(person)).toBe(!before);
    expect(await valueOf(page, 'currentPassword')).toBe('half a passw');
    await waitForPath(page, HOME);
  });

  test('with a second factor the dialog asks for its code too', async () => {
    const person = await unusedMember(site);
    const { key } = await enrol(await logInAs(site, person.userName));
    await resetUsedCodes(site, person.userName);
    const page = await browser.newPage();
    const login = new LoginPage(page, site);
    await login.open(`/Login/Gatehouse?ReturnUrl=${encodeURIComponent(HOME)}`);
    await login.logIn(person.userName);
    await fillField(page, 'Authentication code', totp(key));
    await page.waitForSelector('#email form');
    await page.locator('[name="productNews"]').click();
    await endSessions(site, person.userId);
    await resetUsedCodes(site, person.userName);
    await press(page, 'Save');
    await page.waitForSelector('[role="dialog"] [name="password"]');
    await fill(page, '[role="dialog"] [name="password"]', 'Demo-pass-1');
    await page.keyboard.press('Enter');
    await page.waitForSelector('[role="dialog"] [name="code"]');
    await fill(page, '[role="dialog"] [name="code"]', totp(key));
    await page.keyboard.press('Enter');
    await waitForNoDialog(page);
    await waitForText(page, 'Your email preferences have been saved.');
  });
});

test('A user with unsaved changes is asked before leaving, by a link and by Back, and may stay or leave', async () => {
  const page = await openFromHelp(await unusedMember(site));
  await fillNamed(page, 'currentPassword', 'half a passw');
  const ways = [() => page.click('header a[title]'), () => page.evaluate(() => history.back())];
  for (const go of ways) {
    await go();
    await page.waitForSelector('[role="dialog"]');
    await waitForText(page, 'What you have changed here has not been saved.');
    await press(page, 'Stay here');
    await waitForNoDialog(page);
    await waitForPath(page, HOME);
    expect(await valueOf(page, 'currentPassword')).toBe('half a passw');
  }
  await ways[1]?.();
  await page.waitForSelector('[role="dialog"]');
  await press(page, 'Leave');
  await heading(page, 'Help with logging in');
});
