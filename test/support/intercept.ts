/** Intercepts a page's network requests. */
import type { HTTPRequest, Page } from 'puppeteer';

/**
 * From now on `handle` decides on each request. Works on a loaded page too: the listener is attached before interception is
 * switched on, and requests made earlier are left alone. The browser's cache, which would answer without a request, is out of use meanwhile.
 * @returns a function that ends the interception
 */
export async function intercept(
  page: Page,
  handle: (request: HTTPRequest) => Promise<unknown> | undefined,
): Promise<() => Promise<void>> {
  const listener = (request: HTTPRequest) => {
    const { action }: { readonly action: string } = request.interceptResolutionState();
    if (action !== 'disabled') void handle(request);
  };
  page.on('request', listener);
  await page.setCacheEnabled(false);
  await page.setRequestInterception(true);
  return async () => {
    page.off('request', listener);
    await page.setRequestInterception(false);
    await page.setCacheEnabled(true);
  };
}
