/** Pulls a page's cable and plugs it in again. What follows begins once the page knows: the browser tells it a moment later. */
import type { Page } from 'puppeteer';

async function connect(page: Page, online: boolean): Promise<void> {
  await page.setOfflineMode(!online);
  await page.waitForFunction((wanted) => navigator.onLine === wanted, {}, online);
}

export const goOffline = (page: Page): Promise<void> => connect(page, false);
export const goOnline = (page: Page): Promise<void> => connect(page, true);

/** What the console says of each call that is made meanwhile. */
export const OFFLINE_COMPLAINT = /ERR_INTERNET_DISCONNECTED/;
