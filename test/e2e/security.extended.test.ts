/** The own account: password, second factor, sessions, API keys, email preferences and display. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { logInAs, DEMO_PASSWORD, totp } from '../support/logInAs.ts';
import { axeViolations } from '../support/axe.ts';
import { useBrowser } from '../support/browser.ts';
import { type Client } from '../support/client.ts';
import { eventually } from '../support/eventually.ts';
import { resetUsedCodes } from '../support/mfa.ts';
import { unusedMember } from '../support/unusedMember.ts';
import { useServer } from '../support/useServer.ts';
import {
  fillField,
  fillNamed,
  heading,
  press,
  recordChanges,
  submitRepeatedly,
  visibleText,
  waitForNoDialog,
  waitForText,
} from './pages/onPage.ts';
import {
  ageAuthentication,
  clickInDialog,
  NEW_PASSWORD,
  proveIdentityByCode,
  securityPages,
  typePasswords,
} from './pages/security.ts';

const site = useServer({ env: { LIMIT_LOGINS_PER_ADDRESS: '1000' } });
const browser = useBrowser();

const opened = securityPages(site, browser);

describe('The password', () => {
  test('is changed once however often the form is sent, and ends the other sessions', async () => {
    const { page, person } = await opened();
    const other = await logInAs(site, person.userName);
    const sent = recordChanges(page, '/api/ChangeDetails/ChangePassword');
    await typePasswords(page, 'Wrong-pass-1');
    await press(page, 'Change password');
    await page.waitForSelector('[name="currentPassword"][aria-invalid="true"]');
    await waitForText(page, 'The current password is incorrect.');
    await fillNamed(page, 'currentPassword', DEMO_PASSWORD);
    await submitRepeatedly(page, '#password [type="submit"]');
    await waitForText(page, 'Your password has been changed. Your other sessions have ended.');
    expect(sent).toHaveLength(2);
    expect((await other.call('Users.Self')).status).toBe(401);
    await logInAs(site, person.userName, { password: NEW_PASSWORD });
    expect(
      await page.$$eval('#password [type="password"]', (inputs) => inputs.map((input) => (input as HTMLInputElement).value)),
    ).toEqual(['', '', '']);
  });
});

describe('The second factor', () => {
  test('is turned on, gets new recovery codes to copy, download and print, and is turned off again', async () => {
    const { page, person } = await opened();
    await page.locator('#mfa ::-p-aria([name="Turn on"])').click();
    await heading(page, 'Set up multi-factor authentication');
    const key = await page.$eval('[aria-labelledby="setup-key"]', (shown) => shown.textContent.replaceAll(' ', ''));
    await fillField(page, 'Authentication code', totp(key));
    await heading(page, 'Recovery codes');
    await page.locator('::-p-aria([name="I have saved these codes"][role="checkbox"])').click();
    await press(page, 'Continue');
    await waitForText(page, 'Multi-factor authentication is on since');
    await waitForText(page, 'You have 10 recovery codes left.');

    const folder = await mkdtemp(join(tmpdir(), 'gatehouse-codes-'));
    for (const name of ['clipboard-read', 'clipboard-write'])
      await page.browserContext().setPermission(site.url, { permission: { name }, state: 'granted' });
    await (await page.createCDPSession()).send('Page.setDownloadBehavior', { behavior: 'allow', downloadPath: folder });
    await page.evaluate(() => {
      window.print = () => {
        document.body.dataset.printed = 'yes';
      };
    });
    await ageAuthentication(site, person);
    await press(page, 'New recovery codes');
    await clickInDialog(page, 'New recovery codes');
    // A step-up is requested first; then the action continues by itself.
    await resetUsedCodes(site, person.userName);
    await proveIdentityByCode(page, totp(key));
    await page.waitForSelector('[role="dialog"] ol[aria-label]');
    const codes = await page.$$eval('[role="dialog"] ol[aria-label] li', (shown) => shown.map((code) => code.textContent));
    expect(codes).toHaveLength(10);
    await clickInDialog(page, 'Copy');
    await clickInDialog(page, 'Copied');
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(codes.join('\n'));
    await clickInDialog(page, 'Download');
    const text = await eventually('the file', () => readFile(join(folder, 'gatehouse-recovery-codes.txt'), 'utf8'));
    expect(text).toContain(codes.join('\r\n'));
    await clickInDialog(page, 'Print');
    await page.waitForSelector('[data-printed="yes"]');
    await rm(folder, { recursive: true });
    await page.keyboard.press('Escape');
    await clickInDialog(page, 'I have saved it');
    await waitForNoDialog(page);
    expect(await visibleText(page)).not.toContain(codes[0]);

    await press(page, 'Turn off');
    await waitForText(page, 'Turn off multi-factor authentication?');
    await clickInDialog(page, 'Turn off');
    await waitForText(page, 'Multi-factor authentication is off');
    await resetUsedCodes(site, person.userName);
    await logInAs(site, person.userName);
  });
});

describe('The sessions', () => {
  const agents = ['Firefox/143.0', 'Chrome/141.0 Safari/537.36', 'Version/19.0 Mobile/15E148 Safari/604.1'];

  test('are listed, fit a phone in any number, and are logged out one by one or all but this one', async () => {
    const person = await unusedMember(site);
    const others: Client[] = [];
    for (let at = 0; at < 9; at += 1)
      others.push(
        await logInAs(site, person.userName, {
          headers: { 'User-Agent': `Mozilla/5.0 (X11; Linux x86_64) ${agents[at % 3] ?? ''}` },
        }),
      );
    const { page } = await opened({ person, width: 390, height: 844 });
    const rows = () => page.$$eval('#sessions li', (shown) => shown.length);
    expect(await rows()).toBe(10);
    expect(await axeViolations(page)).toEqual([]);
    expect(
      await page.$$eval('#sessions button', (buttons) =>
        Math.min(...buttons.map((button) => (button as HTMLElement).offsetHeight)),
      ),
    ).toBeGreaterThan(23);
    expect(await page.$eval('#sessions', (section) => section.textContent.split('This session').length - 1)).toBe(1);

    await page.locator('#sessions li:not(:first-child) button').click();
    await waitForText(page, 'has been logged out.');
    await page.waitForFunction(() => document.querySelectorAll('#sessions li').length === 9);
    const openSessions = async () =>
      (await Promise.all(others.map((other) => other.call('Users.Self')))).filter(({ status }) => status === 200);
    expect(await openSessions()).toHaveLength(8);

    await press(page, 'Log out all others');
    await clickInDialog(page, 'Log out all others');
    await waitForText(page, 'All other sessions have been logged out.');
    await page.waitForFunction(() => document.querySelectorAll('#sessions li').length === 1);
    expect(await openSessions()).toEqual([]);
  });
});
