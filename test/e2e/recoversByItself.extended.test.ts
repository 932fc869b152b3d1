/** A screen that could not be loaded while the browser was offline loads as soon as it is connected again, without a click. */
import type { Page } from 'puppeteer';
import { useBrowser } from '../support/browser.ts';
import { copySessionToPage } from '../support/copySessionToPage.ts';
import { logInAs } from '../support/logInAs.ts';
import { goOffline, goOnline, OFFLINE_ERROR } from '../support/offline.ts';
import { sendTicket } from '../support/tickets.ts';
import { useServer } from '../support/useServer.ts';

const site = useServer();
const browser = useBrowser();

const ROW = '[role="row"][row-index="0"]:not(.row-loading) [role="gridcell"]';

/** What each screen shows once it is loaded. */
const screens: Readonly<Record<string, string>> = {
  '/Users/List': ROW,
  '/Users/Edit/ordinary': '#activity time',
  '/Users/Invite': 'fieldset [type="checkbox"]',
  '/Users/Add': 'fieldset [type="checkbox"]',
  '/Users/Import': 'input[type="file"]',
  '/Users/Audit': ROW,
  '/Users/Reports': 'main h1',
  '/Overview': 'main [role="img"], main svg',
  '/Approvals': 'main h1',
  '/Organisations': ROW,
  '/Applications': 'main table, main .empty, main h1',
  '/Support/Tickets': ROW,
  '/SecurityDetails': '[name="firstName"]',
  '/MyApplications': 'main h1',
};

/** Navigates like a link of the product; not all of these pages have a link on the same page. */
const follow = (page: Page, path: string) =>
  page.evaluate((to) => {
    history.pushState({ idx: 1, key: 'followed' }, '', to);
    dispatchEvent(new PopStateEvent('popstate', { state: history.state as unknown }));
  }, path);

/** Opens another screen, as a user who may open all of them. */
async function openElsewhere(path: string): Promise<Page> {
  if (path === '/Support/Tickets') await sendTicket(site);
  const page = await browser.newPage();
  await copySessionToPage(await logInAs(site, 'sysadmin'), page);
  await page.goto(`${site.url}${path === '/Users/List' ? '/Organisations' : '/Users/List'}`);
  await page.waitForSelector(ROW);
  return page;
}

const offersToTryAgain = (page: Page) =>
  page.waitForFunction(() => [...document.querySelectorAll('main button')].some((button) => button.textContent === 'Try again'));

/** A screen whose code was missing is loaded with the whole page: what the failed one shows, its heading among it, does not count. */
const isLoaded = (page: Page, path: string, loaded: string) =>
  page.waitForFunction(
    (at, selector) =>
      location.pathname === at &&
      document.querySelector(selector) !== null &&
      document.querySelector('main [role="alert"]') === null &&
      ![...document.querySelectorAll('main button')].some((button) => button.textContent === 'Try again'),
    {},
    path,
    loaded,
  );

test.each(Object.entries(screens))('%s', async (path, loaded) => {
  const page = await openElsewhere(path);
  browser.expectPageError(OFFLINE_ERROR);
  browser.expectPageError(/Failed to fetch|ChunkLoadError|No screen|could not be asked for/);
  await goOffline(page);
  await follow(page, path);
  await offersToTryAgain(page);
  await goOnline(page);
  await isLoaded(page, path, loaded);
});
