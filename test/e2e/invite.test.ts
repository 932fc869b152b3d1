/** From an invitation to an account. */
import { logInAs } from '../support/logInAs.ts';
import { axeViolations } from '../support/axe.ts';
import { useBrowser } from '../support/browser.ts';
import { awaitMail } from '../support/mails.ts';
import { goOffline, goOnline, OFFLINE_ERROR } from '../support/offline.ts';
import { useAuditOutcomes } from '../support/auditOutcomes.ts';
import { useServer } from '../support/useServer.ts';
import { LoginPage } from './pages/LoginPage.ts';
import { fillField, fillNamed, heading, press, recordChanges, submitRepeatedly } from './pages/onPage.ts';

const PASSWORD = 'Tall-ships-9';

describe('An invited user', () => {
  const site = useServer();
  const browser = useBrowser();
  const outcomes = useAuditOutcomes(site);

  async function openInvitation(email: string): Promise<string> {
    const admin = await logInAs(site, 'subadmin');
    const body = { email, firstName: 'Grace', lastName: 'Guest', roles: ['Member'] };
    const { userId } = await admin.ok('Invite.CreateUser', { body });
    await admin.ok('Invite.SendEmail', { body: { userIds: [userId] } });
    return (await awaitMail(site, (mail) => mail.to[0] === email)).links[0] ?? '';
  }

  test('creates the account, is told that a user name is taken, and cannot register twice', async () => {
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

  test('asks for a new invitation when it has expired', async () => {
    const link = await openInvitation('guest2@example.net');
    await site.database.query(`UPDATE users SET invite_expires_at = now() - interval '1 minute' WHERE email = $1`, [
      'guest2@example.net',
    ]);
    const page = await browser.newPage();
    await page.goto(link);
    await heading(page, 'This invitation has expired');
    expect(await axeViolations(page)).toEqual([]);
    await press(page, 'Ask for a new invitation');
    await page.waitForFunction(() => location.pathname === '/ContactSupport');
    expect(page.url()).toBe(`${site.url}/ContactSupport?about=invitation`);
  });

  test('registers once however often the form is sent, loses nothing offline, and logs in with the new account', async () => {
    const page = await browser.newPage();
    await page.goto(await openInvitation('guest3@example.net'));
    await press(page, 'Create account');
    await heading(page, 'Register');
    await fillField(page, 'Username', 'third_guest');
    await fillField(page, 'Password', PASSWORD);
    await fillField(page, 'Confirm password', PASSWORD);
    browser.expectPageError(OFFLINE_ERROR);
    await goOffline(page);
    await press(page, 'Register');
    await page.waitForSelector('[role="alert"]');
    expect(await page.$eval('[name="userName"]', (input) => (input as HTMLInputElement).value)).toBe('third_guest');
    await goOnline(page);
    const sent = recordChanges(page, /^\/api\/Invite\/Accept\//);
    await submitRepeatedly(page, 'form > [type="submit"]');
    await heading(page, 'Your account is ready');
    expect(sent).toHaveLength(1);
    expect(await outcomes('Invite.Accept', 'third_guest')).toEqual(['success']);
    expect(await axeViolations(page)).toEqual([]);
    await page.locator('::-p-aria([name="Log in"])').click();
    await heading(page, 'Log in to Gatehouse');
    await new LoginPage(page, site).logIn('third_guest', PASSWORD);
    await heading(page, 'Security details');
  });

  test('sees each error at its field, and without an invitation is told where to get one', async () => {
    const page = await browser.newPage();
    await page.goto(await openInvitation('guest4@example.net'));
    await press(page, 'Create account');
    await heading(page, 'Register');
    await fillField(page, 'Username', 'gr');
    await fillField(page, 'Password', 'short');
    await press(page, 'Register');
    await page.waitForSelector('[name="userName"][aria-invalid="true"]');
    const errors = await page.$$eval('[id$="-error"]', (shown) => shown.map((error) => error.textContent));
    expect(errors).toEqual([
      "The username must contain at least 6 characters (letters, numbers and '_' are allowed with at least one letter).",
      'Password must contain at least 6 characters',
      'The confirmation is required',
    ]);
    const stranger = await browser.newPage();
    for (const path of ['/ReceivedInvite', '/Users/CompleteInvite']) {
      await stranger.goto(site.url + path);
      await stranger.waitForSelector('main :is([role="status"], button, a)');
      expect(await axeViolations(stranger)).toEqual([]);
    }
  });
});
