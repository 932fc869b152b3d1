/** An administrator's day with the keyboard alone, where no two controls are more than twelve Tabs apart. */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'puppeteer';
import { HARBOUR_TICKET } from '../../server/demo/tickets.ts';
import { useBrowser } from '../support/browser.ts';
import { eventually } from '../support/eventually.ts';
import { useServer } from '../support/useServer.ts';
import { pressOn, tabTo, typeInto, watchMouse } from './pages/keyboard.ts';
import { LoginPage } from './pages/LoginPage.ts';
import { heading, waitForPath, waitForText } from './pages/onPage.ts';
import { UsersPage } from './pages/UsersPage.ts';

const MAX_TABS = 12;

const site = useServer();
const browser = useBrowser();

const go = (page: Page, name: string, { back = false } = {}) => pressOn(page, name, 'Enter', { maxTabs: MAX_TABS, back });
const fill = (page: Page, label: string, text: string) => typeInto(page, label, text, { maxTabs: MAX_TABS });

const inFocus = (page: Page, selector: string) =>
  page.waitForFunction((wanted) => document.activeElement?.matches(wanted) === true, {}, selector);

async function find(users: UsersPage, userName: string): Promise<void> {
  const { page } = users;
  await page.keyboard.press('/');
  await inFocus(page, 'input[type="search"]');
  await page.keyboard.type(userName);
  await users.waitForOnly(userName);
  await page.keyboard.press('ArrowDown');
  await inFocus(page, '[role="gridcell"]');
}

/** A sentence for the palette. */
async function command(page: Page, text: string): Promise<void> {
  await page.keyboard.down('Control');
  await page.keyboard.press('k');
  await page.keyboard.up('Control');
  await inFocus(page, '[role="combobox"]');
  await page.keyboard.type(text);
  await page.waitForSelector('[role="option"][aria-selected="true"]');
  await page.keyboard.press('Enter');
}

const stateOf = async (userName: string) =>
  site.database.row<{ enabled: boolean; locked: boolean }>(
    'SELECT enabled, coalesce(locked_until > now(), false) AS locked FROM users WHERE user_name = $1',
    [userName],
  );

async function unlockAndDisable(users: UsersPage): Promise<void> {
  const { page } = users;
  await find(users, 'locked_user');
  await page.keyboard.press('u');
  await waitForText(page, 'locked_user is unlocked.');
  expect(await stateOf('locked_user')).toEqual({ enabled: true, locked: false });

  await find(users, 'ordinary');
  await page.keyboard.press('e');
  await inFocus(page, '[role="dialog"] button');
  await go(page, 'Disable');
  await waitForText(page, 'ordinary is disabled.');
  await page.keyboard.press('F6');
  await go(page, 'Undo');
  await waitForText(page, 'ordinary is enabled.');
  expect(await stateOf('ordinary')).toEqual({ enabled: true, locked: false });
}

async function disableTwoAtOnce(users: UsersPage): Promise<void> {
  const { page } = users;
  await page.keyboard.press('/');
  await page.keyboard.down('Control');
  await page.keyboard.press('a');
  await page.keyboard.up('Control');
  await page.keyboard.type('_user');
  await page.waitForFunction(() => document.querySelectorAll('[role="gridcell"][col-id="name"] mark').length > 1);
  await page.keyboard.press('ArrowDown');
  await inFocus(page, '[role="gridcell"]');
  await page.keyboard.press(' ');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press(' ');
  await users.waitForText('2 selected');
  await page.keyboard.press('F6');
  await go(page, 'Disable 1');
  await page.waitForSelector('[role="dialog"]');
  await go(page, 'Disable 1 user');
  await waitForText(page, '1 user disabled');
  expect((await stateOf('locked_user')).enabled).toBe(false);
  await go(page, 'Details');
  await inFocus(page, '[role="dialog"] button');
  await go(page, 'Undo');
  await waitForText(page, '1 user enabled');
  expect((await stateOf('locked_user')).enabled).toBe(true);
}

async function filterAndRead(users: UsersPage): Promise<void> {
  const { page } = users;
  await page.keyboard.press('/');
  await page.keyboard.press('Escape');
  await go(page, 'Filter');
  await inFocus(page, '[role="dialog"] input[type="search"]');
  await page.keyboard.type('mfa on');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.querySelector('[role="dialog"]') === null);
  await find(users, 'mfa_user');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await inFocus(page, 'aside');
  await waitForText(page, 'Can log in: yes');
  await tabTo(page, 'Copy user ID', { maxTabs: MAX_TABS });
  await page.keyboard.press('Escape');
  await page.waitForFunction(() => document.querySelector('aside') === null);
}

async function reportOn(page: Page, person: string): Promise<void> {
  await command(page, 'audit report');
  await heading(page, 'Audit report');
  await inFocus(page, 'input');
  await page.keyboard.type(person);
  await page.keyboard.press('Enter');
  await waitForPath(page, `/Users/Audit?person=${person}`);
  await go(page, 'Export', { back: true });
  await inFocus(page, '[role="dialog"][aria-label="Export"]');
  await go(page, 'CSV');
}

async function answer(page: Page): Promise<void> {
  await command(page, HARBOUR_TICKET.slice(0, 6));
  await waitForText(page, `Ticket ${HARBOUR_TICKET}`);
  await inFocus(page, 'aside');
  await waitForText(page, 'Answer or note');
  await fill(page, 'Answer or note', 'Your account is unlocked.');
  await go(page, 'Answer');
  // The next ticket of the queue opens.
  await page.waitForFunction(
    (title) => document.querySelector('aside h2')?.textContent !== title,
    {},
    `Ticket ${HARBOUR_TICKET}`,
  );
  await inFocus(page, 'aside');
  await waitForText(page, 'Answer or note');
  // Past the button that closes the drawer.
  await tabTo(page, 'Answer or note', { maxTabs: MAX_TABS });
  await go(page, 'Close');
  await waitForText(page, 'closed it');
}

test('find, unlock, disable and undo, many at once, filter, drawer, audit, export and ticket', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'day-'));
  try {
    const page = await browser.newPage();
    const isMouseUsed = await watchMouse(page);
    const session = await page.createCDPSession();
    const browserContextId = page.browserContext().id ?? '';
    await session.send('Browser.setDownloadBehavior', { behavior: 'allow', downloadPath: folder, browserContextId });
    await page.goto(`${site.url}/Login/Gatehouse`);
    await new LoginPage(page, site).ready();
    await inFocus(page, '[name="userName"]');
    await page.keyboard.type('sysadmin');
    await fill(page, 'Password', 'Demo-pass-1');
    await page.keyboard.press('Enter');
    await heading(page, 'User admin');
    const users = new UsersPage(page);
    await users.ready();

    await unlockAndDisable(users);
    await disableTwoAtOnce(users);
    await filterAndRead(users);
    await reportOn(page, 'locked_user');
    const name = await eventually('the file', async () => (await readdir(folder)).find((file) => file.endsWith('.csv')));
    expect(await readFile(join(folder, name), 'utf8')).toContain('Disabled');
    await answer(page);
    expect(await isMouseUsed()).toBe(false);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
