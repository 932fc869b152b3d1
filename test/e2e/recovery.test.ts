/** Recovering a user name or a password. */
import { axeViolations } from '../support/axe.ts';
import { useBrowser } from '../support/browser.ts';
import { totp } from '../support/logInAs.ts';
import { awaitMail } from '../support/mails.ts';
import { resetUsedCodes, wrongCode } from '../support/mfa.ts';
import { requestLink } from '../support/recovery.ts';
import { useServer } from '../support/useServer.ts';
import { LoginPage } from './pages/LoginPage.ts';
import { clickLink, fillField, fillNamed, heading, press, valueOf } from './pages/onPage.ts';

const PASSWORD = 'Quiet-harbour-7';

describe('A user who has forgotten something', () => {
  const site = useServer();
  const browser = useBrowser();

  async function mailedLink(email: string): Promise<string> {
    const { links } = await awaitMail(
      site,
      (mail) => mail.to[0] === email && (mail.links[0] ?? '').includes('ForgottenPassword'),
    );
    return links[0] ?? '';
  }

  test('asks for user names and sees the same answer, known or not', async () => {
    const page = await browser.newPage();
    await page.goto(`${site.url}/ForgottenUsername`);
    for (const email of ['ordinary@example.com', 'nobody@example.com']) {
      await heading(page, 'Forgotten username');
      await fillNamed(page, 'email', email);
      await press(page, 'Send my username');
      await heading(page, 'Check your email');
      expect(await page.$eval('main [role="status"]', (alert) => alert.textContent)).toBe(
        `If an account belongs to ${email}, its username is on the way there.`,
      );
      await press(page, 'Use another email address');
    }
    await heading(page, 'Forgotten username');
    expect(await axeViolations(page)).toEqual([]);
  });

  test('finds the user name again that was typed into the login form, and nothing of it in the address', async () => {
    const page = await browser.newPage();
    const login = new LoginPage(page, site);
    await login.open();
    await fillNamed(page, 'userName', 'ordinary');
    await fillNamed(page, 'password', 'Some-pass-1');
    await clickLink(page, 'Forgotten password?');
    await heading(page, 'Forgotten password');
    expect(await valueOf(page, 'userNameOrEmail')).toBe('ordinary');
    expect(page.url()).toBe(`${site.url}/ForgottenPassword`);
    expect(await page.evaluate(() => JSON.stringify(history.state))).not.toContain('Some-pass-1');
  });

  test('chooses a new password by the mailed link, reloads in the middle, and logs in', async () => {
    const page = await browser.newPage();
    await page.goto(`${site.url}/ForgottenPassword`);
    await fillField(page, 'Username or email', 'ordinary');
    await press(page, 'Send reset link');
    await heading(page, 'Check your email');

    const link = await mailedLink('ordinary@example.com');
    await page.goto(link);
    await heading(page, 'Choose a new password');
    expect(page.url()).toBe(`${site.url}/ForgottenPassword`);
    await page.reload();
    await heading(page, 'Choose a new password');
    expect(await axeViolations(page)).toEqual([]);

    await fillField(page, 'New password', PASSWORD);
    await page.waitForFunction(() => document.querySelectorAll('li[data-state="met"]').length === 5);
    await fillField(page, 'Confirm new password', PASSWORD);
    await press(page, 'Set new password');
    const toast = await page.waitForSelector('ol [role="status"]');
    expect(await toast?.evaluate(({ textContent }) => textContent)).toBe('Your new password is set. Log in with it.');

    browser.expectPageError(/410/);
    await page.goto(link);
    await heading(page, 'This link no longer works');
    await press(page, 'Send a new link');
    await heading(page, 'Forgotten password');
  });

  test('with a second factor enters its code as well, and sees a wrong one at its field', async () => {
    const link = await requestLink(site, { userName: 'mfa_user', email: 'mfa_user@example.com' });
    await resetUsedCodes(site, 'mfa_user');
    const page = await browser.newPage();
    await page.goto(`${site.url}/ForgottenPassword?userId=${link.userId}&token=${link.token}`);
    await page.waitForSelector('[name="mfaCode"]');
    await fillNamed(page, 'mfaCode', wrongCode());
    await fillNamed(page, 'newPassword', PASSWORD);
    await fillNamed(page, 'confirmPassword', PASSWORD);
    await press(page, 'Set new password');
    await page.waitForSelector('[name="mfaCode"][aria-invalid="true"]');
    await fillNamed(page, 'mfaCode', totp());
    await press(page, 'Set new password');
    await heading(page, 'Log in to Gatehouse');
  });
});
