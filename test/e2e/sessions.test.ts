/** How a session lives and ends in a browser: two tabs, Back and Forward, the warning before its end, and logging in again over the page. */
import type { Page } from 'puppeteer';
import { as, totp } from '../support/as.ts';
import { axeViolations } from '../support/axe.ts';
import { useBrowser } from '../support/browser.ts';
import { eventually } from '../support/eventually.ts';
import { lendSession } from '../support/lendSession.ts';
import { enrol, resetUsedCodes } from '../support/mfa.ts';
import { goOffline, goOnline, OFFLINE_ERROR } from '../support/offline.ts';
import { unusedMember, type MemberAccount } from '../support/unusedMember.ts';
import { useServer } from '../support/useServer.ts';
import { LoginPage } from './pages/LoginPage.ts';
import { at, dialogGone, field, follow, heading, logOut, press, reads, seen, valueOf } from './pages/onPage.ts';

const HOME = '/SecurityDetails';
const WAY_BACK = `/Login/Gatehouse?ReturnUrl=${encodeURIComponent(HOME)}`;

const site = useServer();
const browser = useBrowser();

/** The security details of somebody, whole. */
async function opened({ userName }: Pick<MemberAccount, 'userName'>, page?: Page): Promise<Page> {
  const tab = page ?? (await browser.newPage());
  await lendSession(await as(site, userName), tab);
  await tab.goto(site.url + HOME);
  await tab.waitForSelector('#email form');
  return tab;
}

/** The same, come to within the page from the help. */
async function viaHelp({ userName }: Pick<MemberAccount, 'userName'>): Promise<Page> {
  const page = await browser.newPage();
  await lendSession(await as(site, userName), page);
  await page.goto(`${site.url}/LoginHelp`);
  await follow(page, 'Back to log in');
  await at(page, HOME);
  await page.waitForSelector('#email form');
  return page;
}

/** Another tab of the same browser. */
async function secondTab(first: Page): Promise<Page> {
  const second = await browser.newPage({ context: first.browserContext() });
  await second.goto(site.url + HOME);
  await second.waitForSelector('#email form');
  return second;
}

const endSessions = ({ userId }: MemberAccount) => site.database.query('DELETE FROM sessions WHERE user_id = $1', [userId]);

/** As if nobody had been there for a while: the page's own calls, marked as such, do not prolong it. */
async function idleFor(person: MemberAccount, seconds: number): Promise<void> {
  await site.database.query(`UPDATE sessions SET last_seen_at = now() - make_interval(secs => $2) WHERE user_id = $1`, [
    person.userId,
    seconds,
  ]);
}

const productNews = async ({ userName }: MemberAccount) =>
  (await (await as(site, userName)).ok('Users.EmailPreferences')).productNews;

describe('In two tabs', () => {
  test('who logs out in one is logged out in the other, and told so there', async () => {
    const first = await opened(await unusedMember(site));
    const second = await secondTab(first);
    await logOut(second);
    await heading(second, 'Log in to Gatehouse');
    await first.bringToFront();
    await heading(first, 'Log in to Gatehouse');
    await at(first, WAY_BACK);
    await reads(first, 'You have been logged out. Log in again to continue.');
  });

  test('who logs in again in one comes back to where the other was, in the other too', async () => {
    const person = await unusedMember(site);
    const first = await opened(person);
    const second = await secondTab(first);
    await logOut(second);
    await heading(second, 'Log in to Gatehouse');
    await new LoginPage(second, site).logIn(person.userName);
    await heading(second, 'Security details');
    await first.bringToFront();
    // It is loaded anew by itself.
    await at(first, HOME);
    await heading(first, 'Security details');
  });

  test('nobody goes on in the name of who was there before, once somebody else has logged in', async () => {
    const [former, next] = [await unusedMember(site), await unusedMember(site)];
    const first = await opened(former);
    const { firstName } = await (await as(site, next.userName)).ok('Users.Self');
    const second = await secondTab(first);
    await logOut(second);
    await heading(second, 'Log in to Gatehouse');
    await new LoginPage(second, site).logIn(next.userName);
    await heading(second, 'Security details');
    await first.bringToFront();
    // It is loaded anew by itself.
    await reads(first, firstName);
    await heading(first, 'Security details');
  });

  test('another user who logs in in one is not taken for the first in the other, which says so', async () => {
    const [former, next] = [await unusedMember(site), await unusedMember(site)];
    const first = await opened(former);
    const context = first.browserContext();
    await context.deleteCookie(...(await context.cookies()));
    const second = await browser.newPage({ context });
    await new LoginPage(second, site).open();
    await new LoginPage(second, site).logIn(next.userName);
    await heading(second, 'Security details');
    await first.bringToFront();
    const { firstName, lastName } = await (await as(site, next.userName)).ok('Users.Self');
    await reads(first, `Another user has logged in from this browser. You now continue as ${firstName} ${lastName}.`);
    await first.reload();
    await first.waitForSelector('#email form');
    expect(await seen(first)).not.toContain('Another user has logged in');
  });

  test('logging in again in one frees the work that waits in the other', async () => {
    const person = await unusedMember(site);
    const first = await opened(person);
    await first.locator('[name="productNews"]').click();
    await endSessions(person);
    await press(first, 'Save');
    await first.waitForSelector('dialog[open] [name="password"]');
    const second = await browser.newPage({ context: first.browserContext() });
    await new LoginPage(second, site).open();
    await new LoginPage(second, site).logIn(person.userName);
    await heading(second, 'Security details');
    await first.bringToFront();
    await dialogGone(first);
    await reads(first, 'Your email preferences have been saved.');
  });
});

describe('After logging out', () => {
  test('neither Back nor Forward shows anything of the person, from the page cache of the browser or else', async () => {
    const person = await unusedMember(site);
    const { firstName, lastName } = await (await as(site, person.userName)).ok('Users.Self');
    const page = await viaHelp(person);
    await reads(page, `${firstName} ${lastName}`);
    browser.expectComplaint(/favicon/);
    await page.goto(`${site.url}/robots.txt`);
    await page.goBack();
    await reads(page, lastName);
    await page.goBack();
    await heading(page, 'Help with logging in');
    const context = page.browserContext();
    await context.deleteCookie(...(await context.cookies()).filter(({ name }) => name === 'session'));
    await page.goForward();
    await heading(page, 'Log in to Gatehouse');
    expect(await seen(page)).not.toContain(lastName);
    await page.goBack();
    await heading(page, 'Help with logging in');
    await page.goForward();
    await heading(page, 'Log in to Gatehouse');
    expect(await seen(page)).not.toContain(lastName);
  });
});

describe('Shortly before the session ends', () => {
  const IDLE_SECONDS = 30 * 60;

  /** Opened by a page that is by itself, `left` seconds before the end. */
  async function nearTheEnd(left: number): Promise<{ page: Page; person: MemberAccount }> {
    const person = await unusedMember(site);
    const page = await browser.newPage();
    await lendSession(await as(site, person.userName), page);
    await page.setExtraHTTPHeaders({ 'X-Background': 'true' });
    await idleFor(person, IDLE_SECONDS - left);
    await page.goto(site.url + HOME);
    return { page, person };
  }
  const lastSeen = ({ userId }: MemberAccount) =>
    site.database.row<{ ago: number }>(
      'SELECT extract(epoch FROM now() - last_seen_at)::int AS ago FROM sessions WHERE user_id = $1',
      [userId],
    );

  test('one is warned, and "Stay logged in" keeps it', async () => {
    const { page, person } = await nearTheEnd(100);
    await page.waitForSelector('dialog[open]');
    await reads(page, 'Your session is about to end');
    await reads(page, 'You will be logged out in 2 minutes.');
    expect(await axeViolations(page)).toEqual([]);
    await page.setExtraHTTPHeaders({});
    await press(page, 'Stay logged in');
    await dialogGone(page);
    expect((await lastSeen(person)).ago).toBeLessThan(60);
    await heading(page, 'Security details');
  });

  test('one may log out right away', async () => {
    const { page, person } = await nearTheEnd(100);
    await page.waitForSelector('dialog[open]');
    await page.locator('dialog[open] ::-p-aria([name="Log out"][role="button"])').click();
    await heading(page, 'Log in to Gatehouse');
    expect(await site.database.query('SELECT 1 FROM sessions WHERE user_id = $1', [person.userId])).toEqual([]);
  });

  test('who is not there is logged out by the page itself, which keeps the way back', async () => {
    const { page, person } = await nearTheEnd(7);
    await heading(page, 'Log in to Gatehouse');
    await at(page, WAY_BACK);
    await new LoginPage(page, site).logIn(person.userName);
    await heading(page, 'Security details');
  });
});

describe('When the session ends under unfinished work', () => {
  /** Something is typed in one form, and another one is sent after the session has ended. */
  async function interrupted(person: MemberAccount): Promise<Page> {
    const page = await opened(person);
    await page.type('[name="currentPassword"]', 'half a passw');
    await page.locator('[name="productNews"]').click();
    await endSessions(person);
    await press(page, 'Save');
    await page.waitForSelector('dialog[open] [name="password"]');
    await reads(page, 'Your session has ended. Nothing you have typed is lost.');
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

  test('one logs in again over the page, the same call goes on once, and nothing typed is lost', async () => {
    const person = await unusedMember(site);
    const before = await productNews(person);
    const page = await interrupted(person);
    const statuses = saves(page);
    expect(await page.evaluate(() => document.activeElement?.closest('dialog') !== null)).toBe(true);
    expect(await axeViolations(page)).toEqual([]);

    await page.type('dialog[open] [name="password"]', 'Wrong-pass-1');
    await page.keyboard.press('Enter');
    await reads(page, 'The username or password is incorrect.');
    await page.locator('dialog[open] [name="password"]').click({ count: 3 });
    await page.keyboard.type('Demo-pass-1');
    await page.keyboard.press('Enter');

    await dialogGone(page);
    await reads(page, 'Your email preferences have been saved.');
    expect(statuses).toEqual([200]);
    expect(await productNews(person)).toBe(!before);
    expect(await valueOf(page, 'currentPassword')).toBe('half a passw');
    await at(page, HOME);
  });

  test('with a second factor its code is asked for there too', async () => {
    const person = await unusedMember(site);
    const { key } = await enrol(await as(site, person.userName));
    await resetUsedCodes(site, person.userName);
    const page = await browser.newPage();
    const login = new LoginPage(page, site);
    await login.open(`/Login/Gatehouse?ReturnUrl=${encodeURIComponent(HOME)}`);
    await login.logIn(person.userName);
    await field(page, 'Authentication code').fill(totp(key));
    await page.waitForSelector('#email form');
    await page.locator('[name="productNews"]').click();
    await endSessions(person);
    await resetUsedCodes(site, person.userName);
    await press(page, 'Save');
    await page.waitForSelector('dialog[open] [name="password"]');
    await page.type('dialog[open] [name="password"]', 'Demo-pass-1');
    await page.keyboard.press('Enter');
    await page.waitForSelector('dialog[open] [name="code"]');
    await page.type('dialog[open] [name="code"]', totp(key));
    await page.keyboard.press('Enter');
    await dialogGone(page);
    await reads(page, 'Your email preferences have been saved.');
  });

  test('one may give the work up for the log-in page', async () => {
    const page = await interrupted(await unusedMember(site));
    await page.keyboard.press('Escape');
    await heading(page, 'Log in to Gatehouse');
    await at(page, WAY_BACK);
  });

  test('offline, the dialog keeps the password typed, and goes on once there is a connection', async () => {
    const page = await interrupted(await unusedMember(site));
    browser.expectComplaint(OFFLINE_ERROR);
    await goOffline(page);
    await page.type('dialog[open] [name="password"]', 'Demo-pass-1');
    await page.keyboard.press('Enter');
    await eventually('the alert', async () => (await seen(page)).includes('Network error'));
    await goOnline(page);
    await page.locator('dialog[open] ::-p-aria([name="Try again"][role="button"])').click();
    await dialogGone(page);
    await reads(page, 'Your email preferences have been saved.');
  });
});

test('Whoever has typed something and goes elsewhere is asked first, by a link and by Back, and may stay or go', async () => {
  const page = await viaHelp(await unusedMember(site));
  await page.type('[name="currentPassword"]', 'half a passw');
  const ways = [() => page.click('.bar-button'), () => page.evaluate(() => history.back())];
  for (const go of ways) {
    await go();
    await page.waitForSelector('dialog[open]');
    await reads(page, 'What you have changed here has not been saved.');
    await press(page, 'Stay here');
    await dialogGone(page);
    await at(page, HOME);
    expect(await valueOf(page, 'currentPassword')).toBe('half a passw');
  }
  await ways[1]?.();
  await page.waitForSelector('dialog[open]');
  await press(page, 'Leave');
  await heading(page, 'Help with logging in');
});
