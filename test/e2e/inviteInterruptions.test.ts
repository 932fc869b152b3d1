/** Registering from an invitation despite expiry, a lost connection, double clicks, and Back. */
import type { Page } from 'puppeteer';
import { logInAs } from '../support/logInAs.ts';
import { useBrowser } from '../support/browser.ts';
import { awaitMail } from '../support/mails.ts';
import { useServer } from '../support/useServer.ts';
import { fillField, fillNamed, heading, press, pressTwice, valueOf, waitForPath, waitForText } from './pages/onPage.ts';

const PASSWORD = 'Tall-ships-9';
const INVITED = "You're invited";

const site = useServer();
const browser = useBrowser();

let guestCount = 0;

/** Opened from the help page, so that Back leads there. */
async function openInvitation(): Promise<{ page: Page; userId: string; email: string }> {
  guestCount += 1;
  const email = `guest${String(guestCount)}@example.org`;
  const admin = await logInAs(site, 'subadmin');
  const body = { email, firstName: 'Grace', lastName: 'Guest', roles: ['Member'] };
  const { userId } = await admin.ok('Invite.CreateUser', { body });
  await admin.ok('Invite.SendEmail', { body: { userIds: [userId] } });
  const page = await browser.newPage();
  await page.goto(`${site.url}/LoginHelp`);
  await page.goto((await awaitMail(site, (mail) => mail.to[0] === email)).links[0] ?? '');
  await heading(page, INVITED);
  return { page, userId, email };
}

async function register(page: Page, userName: string): Promise<void> {
  await fillNamed(page, 'userName', userName);
  await fillNamed(page, 'password', PASSWORD);
  await fillNamed(page, 'confirmPassword', PASSWORD);
  await press(page, 'Register');
}

const expireInvitation = (userId: string) =>
  site.database.query(`UPDATE users SET invite_expires_at = now() - interval '1 minute' WHERE user_id = $1`, [userId]);

describe('An invited user', () => {
  test('finds what was typed again after Back and Forward, except the password', async () => {
    const { page } = await openInvitation();
    await press(page, 'Create account');
    await heading(page, 'Register');
    await fillField(page, 'Username', 'back_and_forth');
    await fillField(page, 'Password', PASSWORD);
    await fillField(page, 'Title', 'Actuary');
    await page.goBack();
    await heading(page, INVITED);
    await page.goForward();
    await heading(page, 'Register');
    expect([await valueOf(page, 'userName'), await valueOf(page, 'title'), await valueOf(page, 'password')]).toEqual([
      'back_and_forth',
      'Actuary',
      '',
    ]);
    await register(page, 'back_and_forth');
    await heading(page, 'Your account is ready');
  });

  test('whose time ran out while the invitation was open is told until when it was valid', async () => {
    const { page, userId, email } = await openInvitation();
    await expireInvitation(userId);
    await press(page, 'Create account');
    await heading(page, 'This invitation has expired');
    await press(page, 'Ask for a new invitation');
    await waitForPath(page, '/ContactSupport?about=invitation');
    await page.waitForSelector('[name="IssueDescription"]');
    expect(await valueOf(page, 'Email')).toBe(email);
  });
});

describe('The page of a new account', () => {
  test('leads to the login with a double click too, and one step Back shows the user name again', async () => {
    const { page } = await openInvitation();
    await press(page, 'Create account');
    await heading(page, 'Register');
    await register(page, 'ready_guest');
    await heading(page, 'Your account is ready');
    await pressTwice(page, 'Log in');
    await heading(page, 'Log in to Gatehouse');
    await page.goBack();
    await heading(page, 'Your account is ready');
    await waitForText(page, 'ready_guest');
    await page.reload();
    await waitForText(page, 'ready_guest');
  });
});
