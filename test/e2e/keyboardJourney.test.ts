/** From the invitation to the logout with the keyboard only: Tab reaches every control, and its focus is visible. */
import type { Page } from 'puppeteer';
import { logInAs, totp } from '../support/logInAs.ts';
import { useBrowser } from '../support/browser.ts';
import { awaitMail } from '../support/mails.ts';
import { useServer } from '../support/useServer.ts';
import { pressOn, typeInto } from './pages/keyboard.ts';
import { LoginPage } from './pages/LoginPage.ts';
import { heading, waitForPath, waitForText } from './pages/onPage.ts';

const PASSWORD = 'Tall-ships-9';
const NEW_PASSWORD = 'Quiet-harbour-7';

const site = useServer();
const browser = useBrowser();

/** Invites a user of an organisation that requires MFA. */
async function inviteUser(email: string): Promise<string> {
  const admin = await logInAs(site, 'subadmin');
  const body = { email, firstName: 'Grace', lastName: 'Guest', roles: ['Member'] };
  const { userId } = await admin.ok('Invite.CreateUser', { body });
  await admin.ok('Mfa.Require', { userId, body: { required: true } });
  await admin.ok('Invite.SendEmail', { body: { userIds: [userId] } });
  return (await awaitMail(site, ({ to, links }) => to[0] === email && links.length > 0)).links[0] ?? '';
}

async function logIn(page: Page, password: string): Promise<void> {
  await heading(page, 'Log in to Gatehouse');
  await new LoginPage(page, site).ready();
  await typeInto(page, 'Username or email', 'grace_guest');
  await typeInto(page, 'Password', password);
  await page.keyboard.press('Enter');
}

async function logOut(page: Page): Promise<void> {
  await pressOn(page, 'Account menu Grace Guest');
  await page.waitForSelector('[role="dialog"]:focus');
  await pressOn(page, 'Log out');
  await heading(page, 'Log in to Gatehouse');
}

test('An invited user registers, sets up a second factor, logs in, changes the password and logs out', async () => {
  const page = await browser.newPage();
  await page.goto(await inviteUser('grace@example.net'));
  await heading(page, "You're invited");
  await pressOn(page, 'Create account');

  await heading(page, 'Register');
  await typeInto(page, 'Username', 'grace_guest');
  await typeInto(page, 'Title', 'Actuary');
  await typeInto(page, 'Password', PASSWORD);
  await typeInto(page, 'Confirm password', PASSWORD);
  await pressOn(page, 'Register');
  await heading(page, 'Your account is ready');
  await pressOn(page, 'Log in');

  await logIn(page, PASSWORD);
  await heading(page, 'Set up multi-factor authentication');
  const key = await page.$eval('[aria-labelledby="setup-key"]', (shown) => shown.textContent.replaceAll(' ', ''));
  await typeInto(page, 'Authentication code', totp(key));
  await heading(page, 'Recovery codes');
  await pressOn(page, 'I have saved these codes', 'Space');
  await pressOn(page, 'Continue');
  await heading(page, 'Security details');
  await logOut(page);

  await logIn(page, PASSWORD);
  await heading(page, 'Enter your code');
  await typeInto(page, 'Authentication code', totp(key, 1));
  await heading(page, 'Security details');
  await waitForPath(page, '/SecurityDetails');
  await page.waitForSelector('#password [name="currentPassword"]');
  await typeInto(page, 'Current password', PASSWORD);
  await typeInto(page, 'New password', NEW_PASSWORD);
  await typeInto(page, 'Confirm new password', NEW_PASSWORD);
  await pressOn(page, 'Change password');
  await waitForText(page, 'Your password has been changed.');
  await logOut(page);
  await logIn(page, PASSWORD);
  await waitForText(page, 'The username or password is incorrect.');
});
