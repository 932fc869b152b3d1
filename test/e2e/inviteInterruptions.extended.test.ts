/** Registering from an invitation despite expiry, a lost connection, double clicks, and Back. */
import type { Page } from 'puppeteer';
import { useAuditOutcomes } from '../support/auditOutcomes.ts';
import { axeViolations } from '../support/axe.ts';
import { logInAs } from '../support/logInAs.ts';
import { useBrowser } from '../support/browser.ts';
import { awaitMail } from '../support/mails.ts';
import { goOffline, goOnline, OFFLINE_ERROR } from '../support/offline.ts';
import { useServer } from '../support/useServer.ts';
import { LoginPage } from './pages/LoginPage.ts';
import {
  fillField,
  fillNamed,
  heading,
  press,
  pressTwice,
  recordChanges,
  submitRepeatedly,
  valueOf,
  waitForPath,
  waitForText,
} from './pages/onPage.ts';
import { endInvitation } from '../support/changeUser.ts';
import { endGrants } from '../support/credentials.ts';
import { users } from '../support/userFacts.ts';

const PASSWORD = 'Tall-ships-9';
const INVITED = "You're invited";

const site = useServer();
const browser = useBrowser();
const outcomes = useAuditOutcomes(site);

let guestCount = 0;

/** Opens the invitation from the help page, so that Back leads there. */
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

const expireInvitation = (userId: string) => endInvitation(site, userId);
const deleteGrants = (userId: string) => endGrants(site, userId);

describe('An invited user', () => {
  test('with a double click starts once, and one step Back leads to the invitation again', async () => {
    const { page, userId } = await openInvitation();
    const sent = recordChanges(page, '/api/Invite/ReceiveInvite');
    await pressTwice(page, 'Create account');
    await heading(page, 'Register');
    expect(sent).toHaveLength(1);
    expect(await site.database.query('SELECT purpose FROM grants WHERE user_id = $1', [userId])).toEqual([
      { purpose: 'registration' },
    ]);
    await page.goBack();
    await heading(page, INVITED);
    await page.goBack();
    await heading(page, 'Help with logging in');
  });

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

  test('whose time ran out while the invitation was open sees until when it was valid', async () => {
    const { page, userId, email } = await openInvitation();
    await expireInvitation(userId);
    await press(page, 'Create account');
    await heading(page, 'This invitation has expired');
    await press(page, 'Ask for a new invitation');
    await waitForPath(page, '/ContactSupport?about=invitation');
    await page.waitForSelector('[name="IssueDescription"]');
    expect(await valueOf(page, 'Email')).toBe(email);
  });

  test('whose time ran out while registering sees the same', async () => {
    const { page, userId } = await openInvitation();
    await press(page, 'Create account');
    await heading(page, 'Register');
    await expireInvitation(userId);
    await deleteGrants(userId);
    await register(page, 'too_late_now');
    await heading(page, 'This invitation has expired');
    expect(await users(site, { userName: 'too_late_now' })).toEqual([]);
  });

  test('whose invitation was withdrawn meanwhile sees that it no longer works', async () => {
    const { page, userId } = await openInvitation();
    await press(page, 'Create account');
    await heading(page, 'Register');
    await (await logInAs(site, 'subadmin')).ok('Invite.Delete', { userId });
    await register(page, 'withdrawn_guest');
    await heading(page, 'There is no invitation at this address');
  });

  test('with half a link or a wrong one is asked to open it again', async () => {
    const { page, userId } = await openInvitation();
    for (const query of [`userId=${userId}&token=wrong`, `userId=${userId}`, '']) {
      await page.goto(`${site.url}/ReceivedInvite?${query}`);
      await heading(page, 'There is no invitation at this address');
      await waitForPath(page, '/ReceivedInvite');
    }
  });
});

describe('The form of an invited user', () => {
  test('registers once however often the form is sent, loses nothing offline, and logs in with the new account', async () => {
    const { page } = await openInvitation();
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

  test('sees each error at its field, and without an invitation where to get one', async () => {
    const { page } = await openInvitation();
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
      await stranger.waitForSelector('main h1');
      expect(await axeViolations(stranger)).toEqual([]);
    }
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

  test('opened without a registration says what comes before, and leads to the login', async () => {
    const page = await browser.newPage();
    await page.goto(`${site.url}/RegistrationComplete`);
    await heading(page, 'Create account');
    expect(await page.title()).toBe('Create account | Gatehouse™');
    await press(page, 'Log in');
    await heading(page, 'Log in to Gatehouse');
  });
});
