/** What each role can open: the page after login, the links in the bar, and the permitted screens. */
import type { Page } from 'puppeteer';
import { useBrowser } from '../support/browser.ts';
import { useServer } from '../support/useServer.ts';
import { LoginPage } from './pages/LoginPage.ts';
import { clickLink, fill, heading, press, waitForPath, waitForText } from './pages/onPage.ts';

const site = useServer();
const browser = useBrowser();

async function logIn(userName: string): Promise<Page> {
  const page = await browser.newPage();
  const login = new LoginPage(page, site);
  await login.open();
  await login.logIn(userName);
  return page;
}

async function bar(page: Page): Promise<readonly string[]> {
  await page.waitForSelector('header nav a');
  return page.$$eval('header nav a', (links) => links.map((link) => link.textContent.trim()));
}

test('SystemAdministration alone opens every administration screen', async () => {
  const page = await logIn('system_only');
  await heading(page, 'User admin');
  await waitForPath(page, '/Users/List');
  expect(await bar(page)).toEqual(['Users', 'Overview', 'Organisations', 'Applications', 'Tickets', 'Audit report', 'Import']);
  for (const [link, title] of [
    ['Organisations', 'Organisations'],
    ['Tickets', 'Tickets'],
    ['Audit report', 'Audit report'],
    ['Import', 'Import users'],
    ['Users', 'User admin'],
    ['Add user', 'Add user'],
    ['Users', 'User admin'],
    ['Invite user', 'Invite user'],
  ] as const) {
    await clickLink(page, link);
    await heading(page, title);
  }
  for (const [address, title] of [
    ['/Users', 'User admin'],
    ['/Users/Edit/ordinary', 'Edit user'],
    ['/Users/Reinvite/00000000-0000-4000-8000-000000000000', 'Resend invitation'],
  ] as const) {
    await page.goto(site.url + address);
    await heading(page, title);
  }
});

test('Support reads and exports the audit report, and opens no other administration screen', async () => {
  const page = await logIn('support_user');
  const refused: string[] = [];
  page.on('response', (response) => {
    if (response.status() >= 400) refused.push(`${String(response.status())} ${response.url()}`);
  });
  await heading(page, 'Audit report');
  await waitForPath(page, '/Users/Audit');
  expect(await bar(page)).toEqual(['Tickets', 'Audit report']);
  await page.waitForSelector('[role="gridcell"][col-id="organisation"]');

  await fill(page, '::-p-aria([name="Person"][role="combobox"])', 'subadmin');
  await page.keyboard.press('Enter');
  await waitForPath(page, '/Users/Audit?person=subadmin');
  await page.goto(`${site.url}/Users/Audit?actor=subadmin`);
  await page.waitForSelector('[role="gridcell"][col-id="actor"]');
  const cells = (column: string) =>
    page.$$eval(`[role="gridcell"][col-id="${column}"]`, (all) => all.map((cell) => cell.textContent.trim()));
  await page.waitForFunction(() => {
    const actors = [...document.querySelectorAll('[role="gridcell"][col-id="actor"]')];
    return actors.length > 0 && actors.every((cell) => cell.textContent.trim().endsWith('subadmin'));
  });
  expect(new Set(await cells('organisation'))).toEqual(new Set(['Harbour Mutual']));
  await page.locator('[role="gridcell"][col-id="action"]').click();
  await page.waitForSelector('aside:focus');
  await page.keyboard.press('Escape');
  await page.waitForSelector('aside', { hidden: true });

  await press(page, 'Export');
  await press(page, 'CSV');
  await waitForText(page, 'Saved as audit-all-');
  await page.goto(`${site.url}/Users/Audit?actor=support_user&action=Users.AuditReport`);
  await page.waitForSelector('[role="gridcell"][col-id="action"]');
  expect(await cells('organisation')).toEqual(['Gatehouse']);
  expect(refused).toEqual([]);

  for (const address of [
    '/Users/List',
    '/Users/Edit/ordinary',
    '/Users/Invite',
    '/Users/Add',
    '/Users/Import',
    '/Organisations',
  ]) {
    await page.goto(site.url + address);
    await waitForPath(page, '/NoAccess');
  }
});
