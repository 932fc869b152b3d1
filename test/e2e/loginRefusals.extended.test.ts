/** Around the login form: expired form cookies, rejected logins, and missing roles. */
import { logInAs } from '../support/logInAs.ts';
import { useBrowser } from '../support/browser.ts';
import { copySessionToPage } from '../support/copySessionToPage.ts';
import { goOffline, goOnline, OFFLINE_ERROR } from '../support/offline.ts';
import { unusedMember, type MemberAccount } from '../support/unusedMember.ts';
import { useServer } from '../support/useServer.ts';
import { LoginPage } from './pages/LoginPage.ts';
import { alertText, clickLink, heading, pressTwice, waitForPath, waitForText } from './pages/onPage.ts';
import { setRoles } from '../support/changeUser.ts';

const HOME = '/SecurityDetails';

const site = useServer();
const browser = useBrowser();

test('The login form still works after its cookies were deleted while it was open', async () => {
  const { userName } = await unusedMember(site);
  const page = await browser.newPage();
  const login = new LoginPage(page, site);
  await login.open();
  const context = page.browserContext();
  await context.deleteCookie(...(await context.cookies()));
  await login.logIn(userName);
  await heading(page, 'Security details');
});

describe('A rejected user', () => {
  const setLock = ({ userId }: MemberAccount, until: string) =>
    site.database.query(`UPDATE users SET failed_sign_ins = 5, locked_until = ${until} WHERE user_id = $1`, [userId]);

  test('sees the same after a reload, goes Back to the form, and gets in as soon as the lock has ended', async () => {
    const person = await unusedMember(site);
    await setLock(person, "now() + interval '10 minutes'");
    const page = await browser.newPage();
    const login = new LoginPage(page, site);
    await login.open();
    await login.logIn(person.userName);
    await heading(page, "You can't log in");
    const reason = /^This account is locked for another (9|10) minutes/;
    expect(await alertText(page)).toMatch(reason);
    const reference = await page.$eval('main p > span', (number) => number.textContent);
    await page.reload();
    await heading(page, "You can't log in");
    expect(await alertText(page)).toMatch(reason);
    expect(await page.$eval('main p > span', (number) => number.textContent)).toBe(reference);
    await page.goBack();
    await heading(page, 'Log in to Gatehouse');
    await page.goForward();
    await heading(page, "You can't log in");

    await setLock(person, "now() - interval '1 second'");
    await clickLink(page, 'Back to log in');
    await login.logIn(person.userName);
    await heading(page, 'Security details');
  });

  test('who opens the page from a bookmark, without a reason, sees what to do, and contacts support without a number', async () => {
    const page = await browser.newPage();
    await page.goto(`${site.url}/LoginRejected`);
    await heading(page, "You can't log in");
    expect(await alertText(page)).toBe("The account you used can't log in at the moment.");
    expect(await page.$('main p > span')).toBeNull();
    await clickLink(page, 'Contact support');
    await waitForPath(page, '/ContactSupport?about=login');
    await page.waitForSelector('[name="IssueDescription"]');
    expect(await page.$eval('textarea', ({ value }) => value)).toBe("I can't log in.");
  });
});

describe('A user who lacks a role', () => {
  async function refused(userName: string, path = '/Users/List/active?sort=-userName') {
    const page = await browser.newPage();
    await copySessionToPage(await logInAs(site, userName), page);
    await page.goto(site.url + path);
    await heading(page, 'No access');
    return page;
  }
  const grant = ({ userId }: MemberAccount) => setRoles(site, userId, ['Member', 'SubscriberAdministration']);

  test('sees when only a system administrator can grant it', async () => {
    const page = await refused('subadmin', '/Users/Add');
    await waitForText(page, 'To open that page you need the role “System administrator”.');
    await waitForText(page, 'Only a system administrator can grant it.');
  });

  test('sees each role that would do', async () => {
    const page = await refused('ordinary', '/Users/Audit');
    await waitForText(page, 'To open that page you need one of the roles “Subscriber administrator” or “Support”.');
    await waitForText(page, 'An administrator of your organisation can grant it.');
  });

  test('goes back by one page, also with a double click', async () => {
    const page = await browser.newPage();
    await copySessionToPage(await logInAs(site, (await unusedMember(site)).userName), page);
    await page.goto(site.url + HOME);
    await heading(page, 'Security details');
    await page.goto(`${site.url}/Users/List/active`);
    await heading(page, 'No access');
    await pressTwice(page, 'Back');
    await heading(page, 'Security details');
    await waitForPath(page, HOME);
    await page.goForward();
    await heading(page, 'No access');
  });

  test('gets the requested page once the role was granted and the page is reloaded, also on a slow phone', async () => {
    const person = await unusedMember(site);
    const page = await refused(person.userName);
    await grant(person);
    await page.emulateCPUThrottling(6);
    await page.reload();
    await heading(page, 'User admin');
    await waitForPath(page, '/Users/List/active?sort=-userName');
  });

  test('who has no network gets a message on the way to their own account, which opens by itself once connected', async () => {
    const page = await refused((await unusedMember(site)).userName);
    // A screen that fails to load is also logged.
    browser.expectPageError(OFFLINE_ERROR);
    browser.expectPageError(/No screen/);
    await goOffline(page);
    await clickLink(page, 'Go to my account');
    await waitForText(page, 'Check your connection and try again.');
    await goOnline(page);
    await heading(page, 'Security details');
  });

  test('who opens /NoAccess from a bookmark sees whom to ask, and gets to their own account', async () => {
    const page = await browser.newPage();
    await copySessionToPage(await logInAs(site, 'ordinary'), page);
    await page.goto(`${site.url}/NoAccess`);
    await heading(page, 'No access');
    await waitForText(page, "Your account isn't allowed to open that page.");
    await waitForText(page, 'An administrator of your organisation can tell you more.');
    await clickLink(page, 'Go to my account');
    await heading(page, 'Security details');
  });
});
