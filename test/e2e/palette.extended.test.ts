/** The command palette with the keyboard only: to a user, to the actions on that user, and to other pages. */
import type { Page } from 'puppeteer';
import { logInAs } from '../support/logInAs.ts';
import { useBrowser } from '../support/browser.ts';
import { copySessionToPage } from '../support/copySessionToPage.ts';
import { useServer } from '../support/useServer.ts';
import { heading, waitForPath } from './pages/onPage.ts';
import { UsersPage } from './pages/UsersPage.ts';
import { userOf } from '../support/userFacts.ts';

const site = useServer();
const browser = useBrowser();

async function open(path: string, userName = 'sysadmin'): Promise<Page> {
  const page = await browser.newPage();
  await copySessionToPage(await logInAs(site, userName), page);
  await page.goto(site.url + path);
  await page.waitForSelector('h1');
  return page;
}

async function pressCtrlK(page: Page): Promise<void> {
  await page.keyboard.down('Control');
  await page.keyboard.press('k');
  await page.keyboard.up('Control');
}

const opener = 'header button[aria-label="Search"]';
const field = '[role="dialog"] [role="combobox"]';

/** Waits until the active option, which Enter would choose, starts with `text`. */
const waitForActiveOption = (page: Page, text: string) =>
  page.waitForFunction(
    (combobox, wanted) => {
      const id = document.querySelector(combobox)?.getAttribute('aria-activedescendant');
      return document.getElementById(id ?? '')?.textContent.startsWith(wanted);
    },
    {},
    field,
    text,
  );

test('from the audit to a user by name, and to the actions on that user, at the user’s place in the list', async () => {
  const page = await open('/Users/Audit');
  await page.waitForSelector('[role="row"][row-index]');
  await pressCtrlK(page);
  await page.waitForSelector(field);
  await page.keyboard.type('MFA_user');
  const [{ name } = { name: '' }] = await site.database.query<{ name: string }>(
    "SELECT concat_ws(' ', first_name, last_name) AS name FROM users WHERE user_name = 'mfa_user'",
  );
  await waitForActiveOption(page, name);
  await page.keyboard.press('Enter');
  await waitForActiveOption(page, 'Edit');
  await page.keyboard.type('disab');
  await waitForActiveOption(page, 'Disable');
  await page.keyboard.press('Enter');
  await page.waitForSelector('::-p-xpath(//*[@role="dialog"][contains(., "can no longer log in")])');
  await new UsersPage(page).confirm('Disable');
  await page.waitForFunction(() => document.body.textContent.includes('mfa_user is disabled.'));
  expect(await userOf(site, 'mfa_user', 'enabled')).toEqual({ enabled: false });
  expect(new URL(page.url()).pathname).toBe('/Users/Audit');
});

test('by ID to a user’s edit screen, where the palette begins with the actions on that user', async () => {
  const page = await open('/Users/List');
  await new UsersPage(page).ready();
  const { userId: id } = await userOf(site, 'ordinary', 'userId');
  await pressCtrlK(page);
  await page.waitForSelector(field);
  await page.keyboard.type(id);
  await page.waitForFunction(() => document.querySelectorAll('[role="dialog"] [role="option"]').length === 1);
  await page.keyboard.press('Enter');
  await waitForActiveOption(page, 'Edit');
  await page.keyboard.press('Enter');
  await waitForPath(page, '/Users/Edit/ordinary');
  await heading(page, 'Edit user');
  await pressCtrlK(page);
  await page.waitForSelector(field);
  await page.waitForFunction(() =>
    document.querySelector('[role="dialog"] [role="group"] > :first-child')?.textContent.startsWith('Actions for '),
  );
  await page.keyboard.type('show in');
  await waitForActiveOption(page, 'Show in the list');
  await page.keyboard.press('Enter');
  await waitForPath(page, '/Users/List/all/ordinary?user=ordinary');
});

test('to pages and filters; Escape goes back a step, then closes, and the focus is where it was', async () => {
  const page = await open('/Users/List');
  const users = new UsersPage(page);
  await users.ready();
  await page.focus(users.cellAt(2, 'email'));
  await pressCtrlK(page);
  await page.waitForSelector(field);
  await page.keyboard.type('ordinary');
  await page.waitForSelector('[role="dialog"] mark');
  await page.keyboard.press('Enter');
  await waitForActiveOption(page, 'Edit');
  await page.keyboard.press('Escape');
  await page.waitForFunction(
    () => document.querySelector('[role="dialog"] [role="group"] > :first-child')?.textContent === 'Pages',
  );
  await page.keyboard.press('Escape');
  await page.waitForSelector(field, { hidden: true });
  await users.waitForFocus(2, 'email');

  await pressCtrlK(page);
  await page.waitForSelector(field);
  await page.keyboard.type('locked');
  await page.waitForFunction(
    () => document.querySelector('[role="dialog"] [role="listbox"]')?.getAttribute('aria-busy') === 'false',
  );
  await page.keyboard.press('ArrowUp');
  await waitForActiveOption(page, 'Users: Locked');
  await page.keyboard.press('Enter');
  await waitForPath(page, '/Users/List?status=locked');
});

test('a user without administration has no palette; an administrator of one organisation finds no users of another', async () => {
  const plain = await open('/SecurityDetails', 'ordinary');
  await heading(plain, 'Security details');
  expect(await plain.$(opener)).toBeNull();
  await pressCtrlK(plain);
  expect(await plain.$('[role="dialog"]')).toBeNull();

  const page = await open('/SecurityDetails', 'second_sub');
  await page.locator(opener).click();
  await page.waitForSelector(field);
  expect(
    await page.$$eval('[role="dialog"] [role="option"]', (options) => options.map((option) => option.textContent)),
  ).not.toContain('Organisations');
  await page.keyboard.type('mfa_user');
  await page.waitForFunction(() => document.body.textContent.includes('Nothing found'));
});

test('the field stays where it is while the list gets shorter', async () => {
  const page = await open('/Users/Audit');
  await pressCtrlK(page);
  await waitForActiveOption(page, 'Users');
  const place = () => page.$eval(field, (input) => input.getBoundingClientRect().top);
  const before = await place();
  await page.keyboard.type('zzzzzz');
  await page.waitForFunction(() => document.querySelector('[role="dialog"] [role="option"]') === null);
  expect(await place()).toBe(before);
});
