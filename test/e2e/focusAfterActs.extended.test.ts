/** After each act the focus is where the user is at work: at what took the place of the control, at what follows, or in the part around it. */
import type { Page } from 'puppeteer';
import { logInAs } from '../support/logInAs.ts';
import { useBrowser } from '../support/browser.ts';
import { copySessionToPage } from '../support/copySessionToPage.ts';
import { unusedMember } from '../support/unusedMember.ts';
import { useServer } from '../support/useServer.ts';
import { fill, fillNamed, press, waitForNoDialog, waitForText } from './pages/onPage.ts';
import { UsersPage } from './pages/UsersPage.ts';

const site = useServer();
const browser = useBrowser();

async function open(path: string, userName = 'sysadmin'): Promise<Page> {
  const page = await browser.newPage();
  await copySessionToPage(await logInAs(site, userName), page);
  await page.goto(site.url + path);
  await page.waitForSelector('h1');
  return page;
}

/** Waits until the focus is inside `part`, and neither on the page nor on what has gone. */
async function focusIsIn(page: Page, part: string): Promise<void> {
  await page.waitForFunction(
    (selector) => {
      const active = document.activeElement;
      return active !== null && active !== document.body && active.closest(selector) !== null;
    },
    {},
    part,
  );
}

/** As by keyboard: the button has the focus when it is pressed. */
async function pressByKey(page: Page, name: string, within = ''): Promise<void> {
  const button = await page.waitForSelector(`${within} ::-p-aria([name="${name}"][role="button"])`);
  await button?.focus();
  await page.keyboard.press('Enter');
}

const DRAWER = 'aside.drawer';

test('in the drawer of a user: disable by its menu, enable by the remedy', async () => {
  const { userName } = await unusedMember(site);
  const page = await open(`/Users/List/all/${userName}?user=${userName}`);
  await page.waitForSelector(`${DRAWER} [role="group"]`);
  const users = new UsersPage(page);
  await page.focus(`${DRAWER} button[aria-haspopup="menu"]`);
  await page.keyboard.press('Enter');
  await page.locator('::-p-aria([name="Disable"][role="menuitem"])').click();
  await users.confirm('Disable');
  await waitForText(page, `${userName} is disabled.`);
  await waitForNoDialog(page);
  await focusIsIn(page, DRAWER);
  await page.waitForSelector(`${DRAWER} ::-p-aria([name="Enable"][role="button"])`);
  await focusIsIn(page, DRAWER);
  await pressByKey(page, 'Enable', DRAWER);
  await waitForText(page, `${userName} is enabled.`);
  await page.waitForSelector(`${DRAWER} ::-p-aria([name="Enable"][role="button"])`, { hidden: true });
  await focusIsIn(page, DRAWER);
  await page.keyboard.press('Escape');
  await focusIsIn(page, '[role="grid"]');
});

test('a row that leaves the list by its act leaves the focus to the row that comes up', async () => {
  const page = await open('/Users/List/active?sort=userName');
  const users = new UsersPage(page);
  await users.ready();
  const name = await users.nameAt(3);
  await page.focus(users.cellAt(3, 'email'));
  await page.keyboard.press('e');
  await users.confirm('Disable');
  await waitForText(page, 'is disabled.');
  await page.waitForFunction((gone) => !document.querySelector('[role="grid"]')?.textContent.includes(gone), {}, name);
  await focusIsIn(page, '[role="grid"]');
});

test('a bulk, and the end of its selection', async () => {
  const page = await open('/Users/List/active?roles=Member&sort=name');
  const users = new UsersPage(page);
  await users.ready();
  await page.focus(users.cellAt(0, 'email'));
  await page.keyboard.press(' ');
  const bar = 'section[aria-label="Bulk actions"]';
  await page.waitForSelector(bar);
  await pressByKey(page, 'Disable', bar);
  await users.confirm('Disable 1 user');
  await waitForText(page, '1 user disabled');
  await focusIsIn(page, bar);
  await pressByKey(page, 'Clear', bar);
  await focusIsIn(page, '[role="grid"]');
});

test('keys of the own account: made, and deleted', async () => {
  const page = await open('/SecurityDetails');
  await pressByKey(page, 'Create key', '#keys');
  await page.waitForSelector('[role="dialog"] [name="name"]');
  await fillNamed(page, 'name', 'nightly');
  await page.click('[role="dialog"] [type="checkbox"]');
  await page.focus('[name="name"]');
  await page.keyboard.press('Enter');
  await waitForText(page, 'The key "nightly" is ready');
  await page.focus('[role="dialog"] .button-row button');
  await page.keyboard.press('Enter');
  await waitForNoDialog(page);
  await focusIsIn(page, '#keys');
  const remove = await page.waitForSelector('::-p-xpath(//*[@id="keys"]//button[contains(., "nightly")])');
  await remove?.focus();
  await page.keyboard.press('Enter');
  await page.waitForSelector('[role="dialog"]');
  await press(page, 'Delete');
  await waitForText(page, 'The key "nightly" has been deleted.');
  await waitForNoDialog(page);
  await focusIsIn(page, '#keys');
});

test('an answer to a ticket, a note, and its end', async () => {
  const { number } = await site.database.row<{ number: string }>(
    `SELECT ticket_number AS number FROM tickets WHERE closed_at IS NULL ORDER BY created_at DESC LIMIT 1`,
  );
  const page = await open(`/Support/Tickets?ticket=${number}`);
  await page.waitForSelector(`${DRAWER} [name="text"]`);
  for (const act of ['Note', 'Answer']) {
    await page.goto(`${site.url}/Support/Tickets?ticket=${number}`);
    await page.waitForSelector(`${DRAWER} [name="text"]`);
    await fill(page, `${DRAWER} [name="text"]`, 'We have looked at it.');
    await pressByKey(page, act, DRAWER);
    await page.waitForFunction(() => document.querySelector<HTMLTextAreaElement>('aside [name="text"]')?.value === '');
    await focusIsIn(page, DRAWER);
  }
  await page.goto(`${site.url}/Support/Tickets?ticket=${number}`);
  await page.waitForSelector(`${DRAWER} [name="text"]`);
  for (const act of ['Assign to me', 'Close', 'Reopen']) {
    await pressByKey(page, act, DRAWER);
    await page.waitForFunction(
      (name) => ![...document.querySelectorAll('aside button')].some((one) => one.textContent === name),
      {},
      act,
    );
    await focusIsIn(page, DRAWER);
  }
});

test('saved views: saved, renamed, deleted', async () => {
  const page = await open('/Users/List?status=locked');
  await new UsersPage(page).ready();
  await press(page, 'Saved views');
  const name = '.popover input';
  await page.waitForSelector(name);
  await page.focus(name);
  await page.keyboard.type('Locked now');
  await page.keyboard.press('Enter');
  await waitForText(page, 'Locked now');
  await page.waitForFunction(() => document.activeElement !== document.body);
});
