/** What each role opens, in a browser: where a log-in leads, what the bar offers, and which screens are there. */
import type { Page } from 'puppeteer';
import { useBrowser } from '../support/browser.ts';
import { useServer } from '../support/useServer.ts';
import { LoginPage } from './pages/LoginPage.ts';
import { at, follow, heading } from './pages/onPage.ts';

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
  await page.waitForSelector('.bar-places a');
  return page.$$eval('.bar-places a', (links) => links.map((link) => link.textContent.trim()));
}

test('SystemAdministration alone opens every screen of the administration', async () => {
  const page = await logIn('system_only');
  await heading(page, 'User admin');
  await at(page, '/Users/List');
  expect(await bar(page)).toEqual(['Users', 'Organisations', 'Audit report', 'Import']);
  for (const [link, title] of [
    ['Organisations', 'Organisations'],
    ['Audit report', 'Audit report'],
    ['Import', 'Import users'],
    ['Users', 'User admin'],
    ['Add user', 'Add user'],
    ['Users', 'User admin'],
    ['Invite user', 'Invite user'],
  ] as const) {
    await follow(page, link);
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
