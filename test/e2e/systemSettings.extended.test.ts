/** An administrator shortens the idle time: the preview tells what happens, the proof of identity is asked for, and another session ends. */
import { waitForSignedInIdle } from '../support/apiCalls.ts';
import { axeViolations } from '../support/axe.ts';
import { useBrowser } from '../support/browser.ts';
import { copySessionToPage } from '../support/copySessionToPage.ts';
import { DEMO_PASSWORD, logInAs } from '../support/logInAs.ts';
import { unusedMember } from '../support/unusedMember.ts';
import { useServer } from '../support/useServer.ts';
import { fillNamed, heading, press, waitForNoDialog, waitForText } from './pages/onPage.ts';
import { authenticatedAgo, lastSeenAgo } from '../support/sessions.ts';

const site = useServer();
const browser = useBrowser();

test('a shorter idle time is previewed, proven and saved, and ends the session of another who was idle for longer', async () => {
  const member = await unusedMember(site);
  const other = await browser.newPage();
  await copySessionToPage(await logInAs(site, member.userName), other);
  await other.goto(`${site.url}/SecurityDetails`);
  await heading(other, 'Security details');
  await waitForSignedInIdle(other);
  // A part that loads late would be a sign of life.
  await other.goto('about:blank');
  await lastSeenAgo(site, '20 minutes', member.userId);

  const page = await browser.newPage();
  await copySessionToPage(await logInAs(site, 'system_only'), page);
  await page.goto(`${site.url}/SecurityDetails`);
  await heading(page, 'Security details');
  await page.locator('header [title="Account menu"]').click();
  await page.locator('::-p-aria([name="Settings"][role="link"])').click();
  await heading(page, 'Settings');
  await authenticatedAgo(site, '1 hour', 'system_only');

  await press(page, 'Change: Idle time until logout');
  await fillNamed(page, 'value', '15');
  await waitForText(page, 'What it would change');
  await page.waitForSelector('.setting-preview[aria-busy="false"] p');
  expect(await page.$eval('.setting-preview', (preview) => preview.textContent)).toMatch(/sessions? ends? at once\./);
  expect(await axeViolations(page)).toEqual([]);

  await press(page, 'Save');
  await page.waitForSelector('[role="dialog"] input[type="password"]');
  await page.type('[role="dialog"] input[type="password"]', DEMO_PASSWORD);
  await page.keyboard.press('Enter');
  await waitForNoDialog(page);
  await waitForText(page, 'Idle time until logout: 15 minutes');
  expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Change: Idle time until logout');

  await other.bringToFront();
  await other.goto(`${site.url}/SecurityDetails`);
  await heading(other, 'Log in to Gatehouse');
  await waitForText(page, 'less than a minute ago');
});
