/** From an invitation to an account, told in a browser. */
import type { Page } from 'puppeteer';
import { as } from '../support/as.ts';
import { axeViolations } from '../support/axe.ts';
import { useBrowser } from '../support/browser.ts';
import { awaitMail } from '../support/mails.ts';
import { useServer } from '../support/useServer.ts';

const PASSWORD = 'Tall-ships-9';

describe('Somebody who was invited', () => {
  const site = useServer();
  const browser = useBrowser();

  const heading = (page: Page, text: string) => page.waitForSelector(`::-p-xpath(//h1[normalize-space()="${text}"])`);
  const field = (page: Page, label: string) => page.locator(`::-p-aria([name="${label}"][role="textbox"])`);
  const press = (page: Page, name: string) => page.locator(`::-p-aria([name="${name}"][role="button"])`).click();

  async function invited(email: string): Promise<string> {
    const admin = await as(site, 'subadmin');
    const body = { email, firstName: 'Grace', lastName: 'Guest', roles: ['Member'] };
    const { userId } = await admin.ok('Invite.CreateUser', { body });
    await admin.ok('Invite.SendEmail', { body: { userIds: [userId] } });
    return (await awaitMail(site, (mail) => mail.to[0] === email)).links[0] ?? '';
  }

  test('creates the account, is told of a taken name, and cannot do it twice', async () => {
    const link = await invited('guest1@example.net');
    const page = await browser.newPage();
    await page.goto(link);
    await heading(page, "You're invited");
    expect(page.url()).toBe(`${site.url}/ReceivedInvite`);
    expect(await axeViolations(page)).toEqual([]);
    await press(page, 'Create account');
    await heading(page, 'Register');
    await page.reload();
    await heading(page, 'Register');

    browser.expectComplaint(/40[39]|410/);
    await field(page, 'Username').fill('ordinary');
    await field(page, 'Password').fill(PASSWORD);
    await field(page, 'Confirm password').fill(PASSWORD);
    // The grant has run out meanwhile: the link opens a new one by itself.
    await site.database.query(`DELETE FROM grants WHERE purpose = 'registration'`);
    await press(page, 'Register');
    await page.waitForSelector('[name="userName"][aria-invalid="true"]');
    expect(await page.evaluate(() => (document.activeElement as HTMLInputElement).name)).toBe('userName');
    expect(await axeViolations(page)).toEqual([]);

    await field(page, 'Username').fill('grace_guest');
    await press(page, 'Register');
    await heading(page, 'Your account is ready');
    expect(await page.$eval('.facts dd', (name) => name.textContent)).toBe('grace_guest');
    await page.goBack();
    await heading(page, 'This invitation no longer works');
  });

  test('asks for a new invitation where it has expired', async () => {
    const link = await invited('guest2@example.net');
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
});
