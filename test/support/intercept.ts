/** Stands between a page and the network. */
import type { HTTPRequest, Page } from 'puppeteer';

/**
 * From now on `meet` decides on each request, also of a page in the middle of its life: it listens before the first request is
 * held, and leaves alone those that were made before.
 * @returns what lets everything pass again
 */
export async function intercept(
  page: Page,
  meet: (request: HTTPRequest) => Promise<unknown> | undefined,
): Promise<() => Promise<void>> {
  const listener = (request: HTTPRequest) => {
    const { action }: { readonly action: string } = request.interceptResolutionState();
    if (action !== 'disabled') void meet(request);
  };
  page.on('request', listener);
  await page.setRequestInterception(true);
  return async () => {
    page.off('request', listener);
    await page.setRequestInterception(false);
  };
}
