/** Choosing a new password by a mailed link, despite expiry, a lost connection, repeated sending, and Back. */
import type { Page } from 'puppeteer';
import { useBrowser } from '../support/browser.ts';
import { requestLink } from '../support/recovery.ts';
import { unusedMember, type MemberAccount } from '../support/unusedMember.ts';
import { useServer } from '../support/useServer.ts';
import { clickLink, fillNamed, heading, press } from './pages/onPage.ts';

const PASSWORD = 'Quiet-harbour-7';
const FORM = 'Choose a new password';

const site = useServer();
const browser = useBrowser();

/** Opened by the mailed link from the help page, so that Back leads there. */
async function openForm(): Promise<{ page: Page; person: MemberAccount }> {
  const person = await unusedMember(site);
  const { userId, token } = await requestLink(site, person);
  const page = await browser.newPage();
  await page.goto(`${site.url}/LoginHelp`);
  await page.goto(`${site.url}/ForgottenPassword?userId=${userId}&token=${token}`);
  await heading(page, FORM);
  return { page, person };
}

async function typePasswords(page: Page, password = PASSWORD, confirmation = password): Promise<void> {
  await fillNamed(page, 'newPassword', password);
  await fillNamed(page, 'confirmPassword', confirmation);
}

/** How often the password was changed, counted by the notification mails. */
const countPasswordChanges = async ({ email }: MemberAccount) =>
  (
    await site.database.row<{ count: number }>(
      "SELECT count(*)::int AS count FROM mails WHERE template = 'passwordChanged' AND recipient = $1",
      [email],
    )
  ).count;

describe('A user who chooses a new password', () => {
  test('too late, after the link’s grant has expired, is told so and offered a new link', async () => {
    const { page, person } = await openForm();
    await site.database.query('DELETE FROM grants WHERE user_id = $1', [person.userId]);
    await typePasswords(page);
    await press(page, 'Set new password');
    await heading(page, 'This link no longer works');
    await page.reload();
    await heading(page, 'This link no longer works');
    expect(await countPasswordChanges(person)).toBe(0);
    await press(page, 'Send a new link');
    await heading(page, 'Forgotten password');
  });

  test('may go to another page and come Back to the form; once it is set, Back does not lead to it', async () => {
    const { page, person } = await openForm();
    await clickLink(page, 'Back to log in');
    await heading(page, 'Log in to Gatehouse');
    await page.goBack();
    await heading(page, FORM);
    await typePasswords(page);
    await press(page, 'Set new password');
    await heading(page, 'Log in to Gatehouse');
    expect(await countPasswordChanges(person)).toBe(1);
    await page.goBack();
    await heading(page, 'Help with logging in');
  });
});
