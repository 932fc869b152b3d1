/** Getting back in by oneself, told in a browser. */
import type { Page } from 'puppeteer';
import { axeViolations } from '../support/axe.ts';
import { useBrowser } from '../support/browser.ts';
import { awaitMail } from '../support/mails.ts';
import { useServer } from '../support/useServer.ts';

const PASSWORD = 'Quiet-harbour-7';

describe('Somebody who has forgotten something', () => {
  const site = useServer();
  const browser = useBrowser();

  const heading = (page: Page, text: string) => page.waitForSelector(`::-p-xpath(//h1[normalize-space()="${text}"])`);
  const field = (page: Page, label: string) => page.locator(`::-p-aria([name="${label}"][role="textbox"])`);
  const press = (page: Page, name: string) => page.locator(`::-p-aria([name="${name}"][role="button"])`).click();

  async function mailedLink(email: string): Promise<string> {
    const { links } = await awaitMail(
      site,
      (mail) => mail.to[0] === email && (mail.links[0] ?? '').includes('ForgottenPassword'),
    );
    return links[0] ?? '';
  }

  test('asks for user names and hears the same, known or not', async () => {
    const page = await browser.newPage();
    await page.goto(`${site.url}/ForgottenUsername`);
    for (const email of ['ordinary@example.com', 'nobody@example.com']) {
      await heading(page, 'Forgotten username');
      await field(page, 'Email').fill(email);
      await press(page, 'Send my username');
      await heading(page, 'Check your email');
      expect(await page.$eval('.alert', (alert) => alert.textContent)).toBe(
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
    await field(page, 'Username or email').fill('ordinary');
    await press(page, 'Send reset link');
    await heading(page, 'Check your email');

    const link = await mailedLink('ordinary@example.com');
    await page.goto(link);
    await heading(page, 'Choose a new password');
    expect(page.url()).toBe(`${site.url}/ForgottenPassword`);
    await page.reload();
    await heading(page, 'Choose a new password');
    expect(await axeViolations(page)).toEqual([]);

    await field(page, 'New password').fill(PASSWORD);
    expect(await page.$$eval('.rule-list [data-met="true"]', (met) => met.length)).toBe(4);
    await field(page, 'Confirm new password').fill(PASSWORD);
    await press(page, 'Set new password');
    await page.waitForSelector('.toast');
    expect(await page.$eval('.toast p', (toast) => toast.textContent)).toBe('Your new password is set. Log in with it.');

    browser.expectComplaint(/410/);
    await page.goto(link);
    await heading(page, 'This link no longer works');
    await press(page, 'Send a new link');
    await heading(page, 'Forgotten password');
  });
});
