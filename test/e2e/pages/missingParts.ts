/** Pages for which the code of a part does not come. */
import type { Page } from 'puppeteer';
import type { BrowserFixture } from '../../support/browser.ts';
import { copySessionToPage } from '../../support/copySessionToPage.ts';
import { intercept } from '../../support/intercept.ts';
import { logInAs } from '../../support/logInAs.ts';
import { OFFLINE_ERROR } from '../../support/offline.ts';
import type { TestServer } from '../../support/server.ts';
import { UsersPage } from './UsersPage.ts';

interface Wanted {
  readonly page: Page;
  readonly loads: () => number;
  readonly restore: () => void;
}

export const chunk = (name: string) => new RegExp(`/assets/${name}[.-].*\\.js$`);

/** The only row of the list that is opened. */
export const row = '[role="row"][row-index="0"] [col-id="email"]';

/** Opens a page whose chunk does not come, whether it is fetched in advance or wanted. */
export async function openWithout(
  browser: BrowserFixture,
  site: TestServer,
  missing: RegExp,
  path = '/Users/List/all/ordinary',
): Promise<Wanted> {
  browser.expectPageError(OFFLINE_ERROR);
  browser.expectPageError(/ERR_FAILED|ChunkLoadError|Failed to fetch|Loading (CSS )?chunk/);
  const page = await browser.newPage();
  let isMissing = true;
  let loads = 0;
  await intercept(page, (request) => {
    if (request.isNavigationRequest()) loads += 1;
    return isMissing && missing.test(new URL(request.url()).pathname) ? request.abort() : request.continue();
  });
  await copySessionToPage(await logInAs(site, 'sysadmin'), page);
  await page.goto(site.url + path);
  await page.waitForSelector('h1');
  if (path.startsWith('/Users/List')) await new UsersPage(page).ready();
  return { page, loads: () => loads, restore: () => (isMissing = false) };
}
