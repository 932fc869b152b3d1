/** Inviting users. */
import type { Page } from 'puppeteer';
import { logInAs } from '../support/logInAs.ts';
import { axeViolations } from '../support/axe.ts';
import { useBrowser } from '../support/browser.ts';
import { copySessionToPage } from '../support/copySessionToPage.ts';
import { awaitMail } from '../support/mails.ts';
import { goOffline, goOnline, OFFLINE_ERROR } from '../support/offline.ts';
import { useServer } from '../support/useServer.ts';
import { InvitePage } from './pages/InvitePage.ts';
import { clickLink, fillNamed, heading, press, waitForNoDialog, waitForPath, waitForText } from './pages/onPage.ts';

describe('Inviting users', () => {
  const site = useServer();
  const browser = useBrowser();

  async function open(path: string): Promise<{ page: Page; invitePage: InvitePage }> {
    const page = await browser.newPage();
    await copySessionToPage(await logInAs(site, 'subadmin'), page);
    await page.goto(site.url + path);
    return { page, invitePage: new InvitePage(page) };
  }

  const awaitMailTo = (email: string) => awaitMail(site, (mail) => mail.to[0] === email);

  test('three addresses at once: each result is shown, the mails arrive, and one becomes an account', async () => {
    browser.expectPageError(/409/);
    const { page, invitePage } = await open('/Users/List');
    await clickLink(page, 'Invite user');
    await heading(page, 'Invite user');
    await invitePage.ready();
    await invitePage.address('ann.ark@example.net; ordinary@example.com, bo.birk@example.net');
    await fillNamed(page, 'message', 'We start on Monday.');
    await invitePage.send();
    expect(await invitePage.results()).toEqual({
      'ann.ark@example.net': 'Sent',
      'ordinary@example.com': 'Already a user',
      'bo.birk@example.net': 'Sent',
    });
    expect(await axeViolations(page)).toEqual([]);
    expect((await awaitMailTo('bo.birk@example.net')).text).toContain('We start on Monday.');

    const invited = await browser.newPage();
    await invited.goto((await awaitMailTo('ann.ark@example.net')).links[0] ?? '');
    await press(invited, 'Create account');
    await heading(invited, 'Register');
    expect(await invited.$eval('[name="lastName"]', (input) => (input as HTMLInputElement).value)).toBe('Ark');
    await invited.type('[name="userName"]', 'ann_ark');
    await invited.type('[name="password"]', 'Tall-ships-9');
    await invited.type('[name="confirmPassword"]', 'Tall-ships-9');
    await press(invited, 'Register');
    await heading(invited, 'Your account is ready');
    await clickLink(page, 'To the list of users');
    await waitForPath(page, '/Users/List');
  });

  test('invalid addresses of a pasted column are marked, fixed with the keyboard alone, and sent once', async () => {
    const { page, invitePage } = await open('/Users/Invite');
    await invitePage.ready();
    await page.focus('[name="emails"]');
    await page.evaluate(() => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text', 'cy@example.net\nCY@example.net\ndi@example\ned@example.net');
      document.activeElement?.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    });
    expect(await invitePage.tags()).toEqual(['cy@example.net', 'CY@example.net', 'di@example', 'ed@example.net']);
    await waitForText(page, 'already in the list');
    await page.keyboard.press('Enter');
    await page.waitForSelector('[name="emails"][aria-invalid="true"]');
    expect(await axeViolations(page)).toEqual([]);
    // Backspace moves the last tag back into the field; the next one takes the tag before it.
    await page.keyboard.press('Backspace');
    await page.keyboard.press('Enter');
    await page.focus('::-p-aria([name="Remove di@example"][role="button"])');
    await page.keyboard.press('Enter');
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Remove ed@example.net');
    await page.focus('::-p-aria([name="Send invitation"][role="button"])');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    expect(await invitePage.results()).toEqual({ 'cy@example.net': 'Sent', 'ed@example.net': 'Sent' });
    await awaitMailTo('ed@example.net');
    await awaitMailTo('cy@example.net');
    expect((await site.mails()).filter(({ to }) => /^(cy|ed)@/.test(to[0] ?? ''))).toHaveLength(2);
  });

  test('after a lost connection the administrator tries again, and nothing typed is lost', async () => {
    browser.expectPageError(OFFLINE_ERROR);
    const { page, invitePage } = await open('/Users/Invite');
    await invitePage.ready();
    await invitePage.address('fay.frost@example.net;');
    await fillNamed(page, 'message', 'Kept');
    await goOffline(page);
    await invitePage.send();
    expect(await invitePage.results()).toEqual({ 'fay.frost@example.net': 'Failed' });
    await waitForText(page, 'Check your connection');
    await press(page, 'Change and send again');
    await page.waitForSelector('::-p-aria([name="Change fay.frost@example.net"][role="button"])');
    expect(await invitePage.tags()).toEqual(['fay.frost@example.net']);
    expect(await page.$eval('[name="message"]', (area) => (area as HTMLTextAreaElement).value)).toBe('Kept');
    await goOnline(page);
    await invitePage.send();
    expect(await invitePage.results()).toEqual({ 'fay.frost@example.net': 'Sent' });
  });

  test('leaving with something typed asks', async () => {
    const { page, invitePage } = await open('/Users/Invite');
    await invitePage.ready();
    await invitePage.address('gil@example.net;');
    await press(page, 'Back');
    await page.waitForSelector('[role="dialog"]');
    await page.keyboard.press('Escape');
    await waitForNoDialog(page);
    expect(await invitePage.tags()).toEqual(['gil@example.net']);
  });

  test('a user whose invitation has expired is invited again, and the new link opens', async () => {
    const [row] = await site.database.query<{ user_id: string }>("SELECT user_id FROM users WHERE email = 'expired@example.com'");
    const { page, invitePage } = await open(`/Users/Reinvite/${row?.user_id ?? ''}`);
    await heading(page, 'Resend invitation');
    await invitePage.ready();
    expect(await invitePage.tags()).toEqual(['expired@example.com']);
    await fillNamed(page, 'message', 'Once more.');
    await invitePage.send('Resend invitation');
    expect(await invitePage.results()).toEqual({ 'expired@example.com': 'Sent' });
    const mail = await awaitMailTo('expired@example.com');
    expect(mail.text).toContain('Once more.');
    await page.goto(mail.links[0] ?? '');
    await heading(page, "You're invited");
  });
});
