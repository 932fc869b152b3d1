/** Recovering a user name or a password. */
import type { Page } from 'puppeteer';
import { axeViolations } from '../support/axe.ts';
import { useBrowser } from '../support/browser.ts';
import { totp } from '../support/logInAs.ts';
import { awaitMail } from '../support/mails.ts';
import { resetUsedCodes, wrongCode } from '../support/mfa.ts';
import { goOffline, goOnline, OFFLINE_ERROR } from '../support/offline.ts';
import { requestLink } from '../support/recovery.ts';
import { useServer } from '../support/useServer.ts';
import { fillField, fillNamed, heading, press, recordChanges, submitRepeatedly } from './pages/onPage.ts';

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

  describe.each([
    ['/ForgottenUsername', 'Email', 'second_sub@example.com', 'Send my username', '/api/Login/ForgotUsername', 'userNames'],
    ['/ForgottenPassword', 'Username or email', 'second_sub', 'Send reset link', '/api/Login/ForgotPassword', 'recoveryLink'],
  ])('on %s', (path, label, typed, button, call, template) => {
    const mails = async () =>
      (
        await site.database.row<{ count: number }>(
          "SELECT count(*)::int AS count FROM mails WHERE recipient = 'second_sub@example.com' AND template = $1",
          [template],
        )
      ).count;

    async function filled(): Promise<Page> {
      const page = await browser.newPage();
      await page.goto(`${site.url}/LoginHelp`);
      await page.goto(site.url + path);
      await fillField(page, label, typed);
      return page;
    }

    test('loses nothing offline, and "Try again" sends it', async () => {
      const page = await filled();
      browser.expectPageError(OFFLINE_ERROR);
      await goOffline(page);
      await press(page, button);
      await page.waitForSelector('[role="alert"]');
      expect(await page.$eval('form input', ({ value }) => value)).toBe(typed);
      await goOnline(page);
      await press(page, 'Try again');
      await heading(page, 'Check your email');
    });

    test('sends once however often the form is submitted, and neither reload nor Back sends again', async () => {
      const page = await filled();
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
      expect(await mails()).toBe(before + 1);
    });
  });

  test('is told of an invalid address before anything is sent', async () => {
    const page = await browser.newPage();
    await page.goto(`${site.url}/ForgottenUsername`);
    await fillField(page, 'Email', 'ordinary at example');
    await press(page, 'Send my username');
    await page.waitForSelector('[name="email"][aria-invalid="true"]');
    expect(await page.$eval('[id$="-error"]', (error) => error.textContent)).toBe('Email must be a valid email address');
  });

  test('whose link has expired meanwhile is told so, and offered a new one', async () => {
    const link = await requestLink(site, { userName: 'subadmin', email: 'subadmin@example.com' });
    await site.database.query(`UPDATE links SET expires_at = now() - interval '1 minute' WHERE user_id = $1`, [link.userId]);
    const page = await browser.newPage();
    browser.expectPageError(/410/);
    await page.goto(`${site.url}/ForgottenPassword?userId=${link.userId}&token=${link.token}`);
    await heading(page, 'This link no longer works');
    expect(await axeViolations(page)).toEqual([]);
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
