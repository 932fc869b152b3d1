/** Administrator's work with the keyboard only: from logging in to resetting a user's MFA. */
import type { Page } from 'puppeteer';
import { useBrowser } from '../support/browser.ts';
import { awaitMail } from '../support/mails.ts';
import { useServer } from '../support/useServer.ts';
import { tabTo, watchMouse } from './pages/keyboard.ts';
import { LoginPage } from './pages/LoginPage.ts';
import { heading, waitForText } from './pages/onPage.ts';
import { UsersPage } from './pages/UsersPage.ts';
import { authenticatedAgo } from '../support/sessions.ts';
import { userOf } from '../support/userFacts.ts';

const site = useServer();
const browser = useBrowser();

/** More tab stops than any page has before its content. */
const MAX_TAB_STOPS = 40;

/** Role or tag, and name, of the focused element; null when it can't be seen. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const here = document.activeElement as HTMLElement;
    const said = here.cloneNode(true) as HTMLElement;
    for (const hidden of said.querySelectorAll('[aria-hidden="true"]')) hidden.remove();
    const name = here.getAttribute('aria-label') ?? said.textContent.trim();
    return here.matches(':focus-visible') ? `${here.getAttribute('role') ?? here.localName} ${name}` : null;
  });

/** Presses Tab until the focus is on an element of this role. */
async function tabToRole(page: Page, role: 'gridcell' | 'tab'): Promise<void> {
  for (let stop = 0; stop < MAX_TAB_STOPS; stop += 1) {
    await page.keyboard.press('Tab');
    if (await page.evaluate((wanted) => document.activeElement?.matches(`[role="${wanted}"]:focus-visible`), role)) return;
  }
  throw new Error(`The Tab key does not lead to a ${role}`);
}

const inFocus = (page: Page, selector: string) =>
  page.waitForFunction((wanted) => document.activeElement?.matches(wanted) === true, {}, selector);

/** The tour in the help of the bar: a step forward and back, never out of its dialog; Escape ends it. */
async function takeTour(page: Page): Promise<void> {
  const { keyboard } = page;
  await tabTo(page, 'Help');
  await keyboard.press('Enter');
  await tabTo(page, 'Take a tour of the users list');
  await keyboard.press('Enter');
  await inFocus(page, '[role="dialog"] button');
  expect(await focused(page)).toBe('button Next');
  await waitForText(page, '1 of 6');
  await keyboard.press('Enter');
  await waitForText(page, 'See who needs help');
  await keyboard.press('Tab');
  expect(await focused(page)).toBe('button Close');
  await tabTo(page, 'Back');
  await keyboard.press('Enter');
  await waitForText(page, 'Find a user');
  await inFocus(page, '[role="dialog"] button');
  await keyboard.press('Escape');
  await page.waitForFunction(() => document.querySelector('[role="dialog"]') === null);
}

let isMouseUsed: () => Promise<boolean>;

/** Logs in and searches for a user, up to the first cell of that row. */

async function openRowOf(userName: string, administrator: string, { tour = false } = {}): Promise<UsersPage> {
  const page = await browser.newPage();
  isMouseUsed = await watchMouse(page);
  const { keyboard } = page;
  await page.goto(`${site.url}/Login/Gatehouse`);
  await new LoginPage(page, site).ready();
  await inFocus(page, '[name="userName"]');
  await keyboard.type(administrator);
  await tabTo(page, 'Password');
  await keyboard.type('Demo-pass-1');
  await keyboard.press('Enter');
  await heading(page, 'User admin');
  const users = new UsersPage(page);
  await users.ready();
  if (tour) await takeTour(page);
  await keyboard.press('/');
  await inFocus(page, 'input[type="search"]');
  await keyboard.type(userName);
  await users.waitForOnly(userName);
  await tabToRole(page, 'gridcell');
  return users;
}

test('from the login form to a reset MFA with keys alone, proof of identity included, and the focus back on the row', async () => {
  const users = await openRowOf('mfa_user', 'sysadmin', { tour: true });
  const { page } = users;
  const { keyboard } = page;
  expect(await users.cell('mfa')).toBe('On');

  // Makes the last authentication too old, so that a step-up is required.
  await authenticatedAgo(site, '2 hours');
  await keyboard.press('.');
  await inFocus(page, '[role="menuitem"]');
  expect(Object.keys(await users.menu())[0]).toBe('Edit');
  await keyboard.type('r');
  expect(await focused(page)).toBe('menuitem Reset MFA');
  await keyboard.press('Enter');
  await inFocus(page, '[role="dialog"] button');
  // The button of an act that can't be undone is never the default.
  expect(await focused(page)).toBe('button Cancel');
  await tabTo(page, 'Reset MFA');
  await keyboard.press('Enter');
  await inFocus(page, '[role="dialog"] [name="password"]');
  await keyboard.type('Demo-pass-1');
  await keyboard.press('Enter');

  await waitForText(page, 'MFA of mfa_user is reset.');
  await page.waitForFunction(() => document.querySelector('[role="gridcell"][col-id="mfa"]')?.textContent.trim() === 'Required');
  await inFocus(page, '[role="gridcell"]');
  const mail = await awaitMail(site, ({ to }) => to[0] === 'mfa_user@example.com');
  expect(mail.subject).not.toBe('');
  expect(await userOf(site, 'mfa_user', 'mfaEnrolledAt')).toEqual({ mfaEnrolledAt: null });
  expect(await isMouseUsed()).toBe(false);
});

test('the list filtered by its tabs with keys alone', async () => {
  const users = await openRowOf('disabled_user', 'sysadmin');
  const { page } = users;
  const { keyboard } = page;
  const onTab = (path: string) => inFocus(page, `[role="tab"][href^="${path}"]`);
  await keyboard.press('/');
  await inFocus(page, 'input[type="search"]');
  await tabToRole(page, 'tab');
  await onTab('/Users/List/all/disabled_user');
  await keyboard.press('End');
  await onTab('/Users/List/loggedIn/');
  await keyboard.press('ArrowRight');
  await onTab('/Users/List/all/');
  await keyboard.press('ArrowLeft');
  await keyboard.press('ArrowLeft');
  await onTab('/Users/List/disabled/');
  await keyboard.press('Enter');
  await page.waitForSelector('[role="tab"][aria-selected="true"][href^="/Users/List/disabled/"]:focus');
  await users.waitForOnly('disabled_user');
  // Only the chosen tab is a stop of the Tab key.
  await keyboard.press('Tab');
  expect(await page.evaluate(() => document.activeElement?.matches('[role="tab"]'))).toBe(false);
  expect(await isMouseUsed()).toBe(false);
});
