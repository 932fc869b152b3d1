/** Adding users without an invitation. */
import { logInAs } from '../support/logInAs.ts';
import { axeViolations } from '../support/axe.ts';
import { useBrowser } from '../support/browser.ts';
import { copySessionToPage } from '../support/copySessionToPage.ts';
import { awaitMail } from '../support/mails.ts';
import { useServer } from '../support/useServer.ts';
import { LoginPage } from './pages/LoginPage.ts';
import { clickLink, fill, fillNamed, heading, press, waitForPath, waitForText } from './pages/onPage.ts';
import { organisationIdOf } from '../support/organisations.ts';

const PASSWORD = 'Quiet-harbour-7';

describe('A system administrator', () => {
  const site = useServer();
  const browser = useBrowser();

  test('adds a user, who sets the password from the mail and logs in', async () => {
    browser.expectPageError(/409/);
    const page = await browser.newPage();
    await copySessionToPage(await logInAs(site, 'sysadmin'), page);
    // The organisation that the list is filtered by is the new user's; without one it has to be chosen.
    const id = await organisationIdOf(site, 'Northgate Portfolio');
    await page.goto(`${site.url}/Users/List?organisation=${id}`);
    await press(page, 'More ways to add users');
    await clickLink(page, 'Add user');
    await heading(page, 'Add user');
    await page.waitForSelector('fieldset [type="checkbox"]');
    await waitForText(page, 'Northgate Portfolio');
    await fillNamed(page, 'userName', 'ordinary');
    await fillNamed(page, 'email', 'hana.holm@example.net');
    await fillNamed(page, 'firstName', 'Hana');
    await fillNamed(page, 'lastName', 'Holm');
    await press(page, 'Add user');
    await page.waitForSelector('[name="userName"][aria-invalid="true"]');
    const first = await page.evaluate(() => {
      const field = document.activeElement as HTMLInputElement;
      const { x, y, width, height } = field.getBoundingClientRect();
      return { name: field.name, isSeen: document.elementFromPoint(x + width / 2, y + height / 2) === field };
    });
    // Not hidden behind the sticky bar.
    expect(first).toEqual({ name: 'userName', isSeen: true });
    expect(await axeViolations(page)).toEqual([]);
    await fillNamed(page, 'userName', 'hana_holm');
    // Awaited first: the toast may be gone when the page is there.
    const linkSent = waitForText(page, 'A link to set a password is on its way.');
    await press(page, 'Add user');
    await linkSent;
    await waitForPath(page, '/Users/Edit/hana_holm');

    const userPage = await browser.newPage();
    const mail = await awaitMail(site, ({ to }) => to[0] === 'hana.holm@example.net');
    await userPage.goto(mail.links[0] ?? '');
    await heading(userPage, 'Choose a new password');
    await fill(userPage, '[name="newPassword"]', PASSWORD);
    await fill(userPage, '[name="confirmPassword"]', PASSWORD);
    await press(userPage, 'Set new password');
    const login = new LoginPage(userPage, site);
    await userPage.waitForFunction(() => location.pathname.startsWith('/Login'));
    await login.open();
    await login.logIn('hana_holm', PASSWORD);
    await waitForPath(userPage, '/SecurityDetails');
  });
});
