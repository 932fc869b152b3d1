/** Takes a page offline and online; resolves once `navigator.onLine` has changed, and online once a request gets through. */
import type { Page } from 'puppeteer';

async function setOnline(page: Page, online: boolean): Promise<void> {
  await page.setOfflineMode(!online);
  await page.waitForFunction((wanted) => navigator.onLine === wanted, {}, online);
  // The network follows a moment after `navigator.onLine`.
  if (online)
    await page.waitForFunction(() =>
      fetch('/icon.svg', { method: 'HEAD', cache: 'no-store' }).then(
        () => true,
        () => false,
      ),
    );
}

export const goOffline = (page: Page): Promise<void> => setOnline(page, false);
export const goOnline = (page: Page): Promise<void> => setOnline(page, true);

/** Console error for each request made while offline. */
export const OFFLINE_ERROR = /ERR_INTERNET_DISCONNECTED/;
