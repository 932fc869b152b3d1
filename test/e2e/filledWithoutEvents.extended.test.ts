/** Password managers fill fields in without an event; each form of the sign-in family sends what is seen. */
import type { Page } from 'puppeteer';
import { useBrowser } from '../support/browser.ts';
import { DEMO_PASSWORD, logInAs, totp } from '../support/logInAs.ts';
import { awaitMail } from '../support/mails.ts';
import { resetUsedCodes } from '../support/mfa.ts';
import { requestLink } from '../support/recovery.ts';
import { useServer } from '../support/useServer.ts';
import { LoginPage } from './pages/LoginPage.ts';
import { heading, press, waitForText } from './pages/onPage.ts';
import { userOf } from '../support/userFacts.ts';

const PASSWORD = 'Tall-ships-9';

const site = useServer();
const browser = useBrowser();

/** As extensions do: in a world of their own, where React's watch on the field is not seen. */
async function fillSilently(page: Page, values: Readonly<Record<string, string | boolean>>): Promise<void> {
  await page.waitForSelector(`[name="${Object.keys(values)[0] ?? ''}"]`);
  await page.evaluate((wanted) => {
    for (const [name, value] of Object.entries(wanted)) {
      const control = document.querySelector<HTMLInputElement>(`[name="${name}"]`);
      const property = typeof value === 'boolean' ? 'checked' : 'value';
      if (control) Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control) as object, property)?.set?.call(control, value);
    }
  }, values);
}

async function open(path: string): Promise<Page> {
  const page = await browser.newPage();
  await page.goto(site.url + path);
  await new LoginPage(page, site).ready();
  return page;
}

test('the login, with its tick', async () => {
  const page = await open('/Login/Gatehouse');
  await fillSilently(page, { userName: 'ordinary', password: DEMO_PASSWORD, rememberMe: true });
  await press(page, 'Log in');
  await heading(page, 'Security details');
  const { lasting } = await site.database.row<{ lasting: boolean }>(
    `SELECT bool_or(s.remember) AS lasting FROM sessions s JOIN users u USING (user_id) WHERE u.user_name = 'ordinary'`,
  );
  expect(lasting).toBe(true);
});

test('the login, after the focus has moved through the fields, and after a refusal', async () => {
  const page = await open('/Login/Gatehouse');
  browser.expectPageError(/400/);
  await fillSilently(page, { userName: 'ordinary', password: 'Wrong-pass-1' });
  for (let step = 0; step < 4; step += 1) await page.keyboard.press('Tab');
  await press(page, 'Log in');
  await waitForText(page, 'The username or password is incorrect.');
  await fillSilently(page, { password: DEMO_PASSWORD });
  await page.keyboard.press('Tab');
  await press(page, 'Log in');
  await heading(page, 'Security details');
});

test('the code of the second factor', async () => {
  await resetUsedCodes(site, 'mfa_user');
  const page = await open('/Login/Gatehouse');
  await new LoginPage(page, site).logIn('mfa_user');
  await heading(page, 'Enter your code');
  await fillSilently(page, { code: totp() });
  await press(page, 'Verify');
  await heading(page, 'Security details');
});

test('both forms of recovery, and the new password', async () => {
  const page = await open('/ForgottenUsername');
  await fillSilently(page, { email: 'ordinary@example.com' });
  await press(page, 'Send my username');
  await heading(page, 'Check your email');

  const asked = await open('/ForgottenPassword');
  await fillSilently(asked, { userNameOrEmail: 'ordinary' });
  await press(asked, 'Send reset link');
  await heading(asked, 'Check your email');

  const link = await requestLink(site, { userName: 'second_sub', email: 'second_sub@example.com' });
  await asked.goto(`${site.url}/ForgottenPassword?userId=${link.userId}&token=${link.token}`);
  await heading(asked, 'Choose a new password');
  await fillSilently(asked, { newPassword: PASSWORD, confirmPassword: PASSWORD });
  await press(asked, 'Set new password');
  await waitForText(asked, 'Your new password is set.');
});

test('the registration by an invitation', async () => {
  const admin = await logInAs(site, 'subadmin');
  const body = { email: 'silent@example.net', firstName: 'Grace', lastName: 'Guest', roles: ['Member'] };
  const { userId } = await admin.ok('Invite.CreateUser', { body });
  await admin.ok('Invite.SendEmail', { body: { userIds: [userId] } });
  const page = await browser.newPage();
  await page.goto((await awaitMail(site, (mail) => mail.to[0] === body.email)).links[0] ?? '');
  await heading(page, "You're invited");
  await press(page, 'Create account');
  await heading(page, 'Register');
  await fillSilently(page, { userName: 'silent_guest', firstName: 'Graziella', password: PASSWORD, confirmPassword: PASSWORD });
  await press(page, 'Register');
  await heading(page, 'Your account is ready');
  expect(await userOf(site, 'silent_guest', 'firstName')).toEqual({ firstName: 'Graziella' });
});

test('a message to support, with its choice and its long text', async () => {
  const page = await open('/ContactSupport');
  await fillSilently(page, { Email: 'someone@example.net', Urgency: 'High', IssueDescription: 'Everything is upside down' });
  await press(page, 'Send');
  await heading(page, 'Your message is on its way');
  expect(
    await site.database.row(
      `SELECT fields->>'Email' AS email, fields->>'Urgency' AS urgency, fields->>'IssueDescription' AS text
         FROM tickets WHERE fields->>'Email' = 'someone@example.net'`,
    ),
  ).toEqual({ email: 'someone@example.net', urgency: 'High', text: 'Everything is upside down' });
});
