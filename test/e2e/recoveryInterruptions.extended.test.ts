/** Choosing a new password by a mailed link, despite expiry, a lost connection, repeated sending, and Back. */
import type { Page } from 'puppeteer';
import { DEMO_PASSWORD } from '../support/logInAs.ts';
import { useBrowser } from '../support/browser.ts';
import { requestLink } from '../support/recovery.ts';
import { unusedMember, type MemberAccount } from '../support/unusedMember.ts';
import { useServer } from '../support/useServer.ts';
import {
  clickLink,
  fillField,
  fillNamed,
  heading,
  press,
  recordChanges,
  submitRepeatedly,
  valueOf,
  waitForText,
} from './pages/onPage.ts';
import { endGrants } from '../support/credentials.ts';
import { queuedMails } from '../support/queuedMails.ts';

const PASSWORD = 'Quiet-harbour-7';
const FORM = 'Choose a new password';
const DONE = 'Your new password is set. Log in with it.';

const site = useServer();
const browser = useBrowser();

/** Opens the form by the mailed link from the help page, so that Back leads there. */
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

const typedPasswords = async (page: Page) => [await valueOf(page, 'newPassword'), await valueOf(page, 'confirmPassword')];

/** How often the password was changed, counted by the notification mails. */
const countPasswordChanges = async ({ email }: MemberAccount) =>
  (await queuedMails(site, { template: 'passwordChanged', recipient: email })).length;

describe('A user who chooses a new password', () => {
  test('sees a broken rule at the field, reported by the page or by the server, and keeps what was typed', async () => {
    const { page, person } = await openForm();
    await typePasswords(page, 'Short', 'Shorter');
    await press(page, 'Set new password');
    await page.waitForSelector('[name="newPassword"][aria-invalid="true"]');
    await page.waitForSelector('[name="confirmPassword"][aria-invalid="true"]');
    await waitForText(page, 'The confirmation must match New password');
    await typePasswords(page, DEMO_PASSWORD);
    await press(page, 'Set new password');
    await waitForText(page, 'You have used this password recently.');
    expect(await typedPasswords(page)).toEqual([DEMO_PASSWORD, DEMO_PASSWORD]);
    expect(await countPasswordChanges(person)).toBe(0);
    await typePasswords(page);
    await press(page, 'Set new password');
    await waitForText(page, DONE);
  });

  test('too late, after the link’s grant has expired, gets a message and the offer of a new link', async () => {
    const { page, person } = await openForm();
    await endGrants(site, person.userId);
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

test('A link request without a user name is refused in the form, and nothing is sent', async () => {
  const page = await browser.newPage();
  await page.goto(`${site.url}/ForgottenPassword`);
  await heading(page, 'Forgotten password');
  const sent = recordChanges(page, '/api/Login/ForgotPassword');
  await press(page, 'Send reset link');
  await page.waitForSelector('[name="userNameOrEmail"][aria-invalid="true"]');
  await waitForText(page, 'Username or email is required');
  expect(sent).toEqual([]);
});

test.each([
  ['/ForgottenUsername', 'Email', 'second_sub@example.com', '/api/Login/ForgotUsername', 'userNames'],
  ['/ForgottenPassword', 'Username or email', 'second_sub', '/api/Login/ForgotPassword', 'recoveryLink'],
])(
  'The form on %s sends once however often it is submitted, and neither reload nor Back sends again',
  async (path, label, typed, call, template) => {
    const mails = () => queuedMails(site, { recipient: 'second_sub@example.com', template });
    const page = await browser.newPage();
    await page.goto(`${site.url}/LoginHelp`);
    await page.goto(site.url + path);
    await fillField(page, label, typed);
    const before = await mails();
    const sent = recordChanges(page, call);
    await submitRepeatedly(page);
    await heading(page, 'Check your email');
    await page.reload();
    await heading(page, 'Check your email');
    await page.goBack();
    await heading(page, 'Help with logging in');
    await page.goForward();
    await heading(page, 'Check your email');
    expect(sent).toHaveLength(1);
    expect(await mails()).toHaveLength(before.length + 1);
  },
);
