/** Choosing a new password by a mailed link, when something comes between: the link ends, the line is cut, somebody is impatient, or goes back. */
import type { Page } from 'puppeteer';
import { as, DEMO_PASSWORD } from '../support/as.ts';
import { useBrowser } from '../support/browser.ts';
import { goOffline, goOnline, OFFLINE_ERROR } from '../support/offline.ts';
import { requestLink } from '../support/recovery.ts';
import { unusedMember, type MemberAccount } from '../support/unusedMember.ts';
import { useServer } from '../support/useServer.ts';
import { changesTo, follow, heading, insist, press, reads, retype, valueOf } from './pages/onPage.ts';

const PASSWORD = 'Quiet-harbour-7';
const FORM = 'Choose a new password';
const DONE = 'Your new password is set. Log in with it.';

const site = useServer();
const browser = useBrowser();

/** Come by the mailed link, out of the help. */
async function choosing(): Promise<{ page: Page; person: MemberAccount }> {
  const person = await unusedMember(site);
  const { userId, token } = await requestLink(site, person);
  const page = await browser.newPage();
  await page.goto(`${site.url}/LoginHelp`);
  await page.goto(`${site.url}/ForgottenPassword?userId=${userId}&token=${token}`);
  await heading(page, FORM);
  return { page, person };
}

async function type(page: Page, password = PASSWORD, confirmation = password): Promise<void> {
  await retype(page, 'newPassword', password);
  await retype(page, 'confirmPassword', confirmation);
}

const typed = async (page: Page) => [await valueOf(page, 'newPassword'), await valueOf(page, 'confirmPassword')];

/** How often the password was set, as the mails tell its owner. */
const times = async ({ email }: MemberAccount) =>
  (
    await site.database.row<{ count: number }>(
      "SELECT count(*)::int AS count FROM mails WHERE template = 'passwordChanged' AND recipient = $1",
      [email],
    )
  ).count;

describe('Who chooses a new password', () => {
  test('is told at the field of what breaks a rule, by the page or by the server, and keeps what was typed', async () => {
    const { page, person } = await choosing();
    await type(page, 'Short', 'Shorter');
    await press(page, 'Set new password');
    await page.waitForSelector('[name="newPassword"][aria-invalid="true"]');
    await page.waitForSelector('[name="confirmPassword"][aria-invalid="true"]');
    await reads(page, 'The confirmation must match New password');
    await type(page, DEMO_PASSWORD);
    await press(page, 'Set new password');
    await reads(page, 'You have used this password recently.');
    expect(await typed(page)).toEqual([DEMO_PASSWORD, DEMO_PASSWORD]);
    expect(await times(person)).toBe(0);
    await type(page);
    await press(page, 'Set new password');
    await reads(page, DONE);
  });

  test('too late, after the time that the link opened is over, is told so and offered a new link', async () => {
    const { page, person } = await choosing();
    await site.database.query('DELETE FROM grants WHERE user_id = $1', [person.userId]);
    await type(page);
    await press(page, 'Set new password');
    await heading(page, 'This link no longer works');
    await page.reload();
    await heading(page, 'This link no longer works');
    expect(await times(person)).toBe(0);
    await press(page, 'Send a new link');
    await heading(page, 'Forgotten password');
  });

  test('offline loses nothing, and sets it with "Try again" once connected', async () => {
    const { page, person } = await choosing();
    await type(page);
    browser.expectComplaint(OFFLINE_ERROR);
    await goOffline(page);
    await press(page, 'Set new password');
    await reads(page, 'Network error.');
    expect(await typed(page)).toEqual([PASSWORD, PASSWORD]);
    await goOnline(page);
    await press(page, 'Try again');
    await reads(page, DONE);
    expect(await times(person)).toBe(1);
    await as(site, person.userName, { password: PASSWORD });
  });

  test('and asks for it several times at once, sets it once', async () => {
    const { page, person } = await choosing();
    await type(page);
    const sent = changesTo(page, '/api/ChangeDetails/ChangePassword');
    await insist(page);
    await reads(page, DONE);
    expect(sent).toHaveLength(1);
    expect(await times(person)).toBe(1);
  });

  test('may look elsewhere and come Back to the form; once it is set, Back does not lead to it', async () => {
    const { page, person } = await choosing();
    await follow(page, 'Back to log in');
    await heading(page, 'Log in to Gatehouse');
    await page.goBack();
    await heading(page, FORM);
    await type(page);
    await press(page, 'Set new password');
    await heading(page, 'Log in to Gatehouse');
    expect(await times(person)).toBe(1);
    await page.goBack();
    await heading(page, 'Help with logging in');
  });
});

test('Who asks for a link without saying for whom is told so, and nothing is sent', async () => {
  const page = await browser.newPage();
  await page.goto(`${site.url}/ForgottenPassword`);
  await heading(page, 'Forgotten password');
  const sent = changesTo(page, '/api/Login/ForgotPassword');
  await press(page, 'Send reset link');
  await page.waitForSelector('[name="userNameOrEmail"][aria-invalid="true"]');
  await reads(page, 'Username or email is required');
  expect(sent).toEqual([]);
});
