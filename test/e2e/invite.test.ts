/** From an invitation to an account. */
import { logInAs } from '../support/logInAs.ts';
import { axeViolations } from '../support/axe.ts';
import { useBrowser } from '../support/browser.ts';
import { awaitMail } from '../support/mails.ts';
import { useServer } from '../support/useServer.ts';
import { fillField, fillNamed, heading, press } from './pages/onPage.ts';

const PASSWORD = 'Tall-ships-9';

describe('An invited user', () => {
  const site = useServer();
  const browser = useBrowser();

  async function openInvitation(email: string): Promise<string> {
    const admin = await logInAs(site, 'subadmin');
    const body = { email, firstName: 'Grace', lastName: 'Guest', roles: ['Member'] };
    const { userId } = await admin.ok('Invite.CreateUser', { body });
    await admin.ok('Invite.SendEmail', { body: { userIds: [userId] } });
    return (await awaitMail(site, (mail) => mail.to[0] === email)).links[0] ?? '';
  }

  test('creates the account, sees that a user name is taken, and cannot register twice', async () => {
    const link = await openInvitation('guest1@example.net');
    const page = await browser.newPage();
    await page.goto(link);
    await heading(page, "You're invited");
    expect(page.url()).toBe(`${site.url}/ReceivedInvite`);
    expect(await axeViolations(page)).toEqual([]);
    await press(page, 'Create account');
    await heading(page, 'Register');
    await page.reload();
    await heading(page, 'Register');
    const offered = await page.$$eval('form input', (inputs) => inputs.map((input) => input.autocomplete));
    expect(offered).toEqual(['username', 'given-name', 'family-name', 'organization-title', 'new-password', 'new-password']);

    browser.expectPageError(/40[39]|410/);
    await fillField(page, 'Username', 'ordinary');
    await fillField(page, 'Password', PASSWORD);
    await fillField(page, 'Confirm password', PASSWORD);
    // The registration grant has expired: the link gets a new one.
    await site.database.query(`DELETE FROM grants WHERE purpose = 'registration'`);
    await press(page, 'Register');
    await page.waitForSelector('[name="userName"][aria-invalid="true"]');
    expect(await page.evaluate(() => (document.activeElement as HTMLInputElement).name)).toBe('userName');
    expect(await axeViolations(page)).toEqual([]);

    await fillNamed(page, 'userName', 'grace_guest');
    await press(page, 'Register');
    await heading(page, 'Your account is ready');
    expect(await page.$eval('dl dd', (name) => name.textContent)).toBe('grace_guest');
    await page.goBack();
    await heading(page, 'This invitation no longer works');
  });
});
