/** Tracks a page’s pending API requests. */
import type { HTTPRequest, Page } from 'puppeteer';
import { eventually } from './eventually.ts';

const IDLE_MS = 100;

const pendingCalls = new WeakMap<Page, Set<HTTPRequest>>();

export function trackApiCalls(page: Page): void {
  const pending = new Set<HTTPRequest>();
  pendingCalls.set(page, pending);
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.startsWith('/api/')) pending.add(request);
    // Requests aborted by a navigation are never reported as finished.
    else if (request.isNavigationRequest() && request.frame() === page.mainFrame()) pending.clear();
  });
  for (const event of ['requestfinished', 'requestfailed'] as const) {
    page.on(event, (request) => {
      pending.delete(request);
    });
  }
}

/** Waits until the page has had no pending API requests for 100 ms, so that the next one is caused by the test. */
export async function waitForApiIdle(page: Page): Promise<void> {
  const pending = pendingCalls.get(page);
  if (!pending) throw new Error('This page was not opened by openPage');
  let idleSinceMs = Date.now();
  await eventually('the end of the page’s API calls', () => {
    if (pending.size > 0) idleSinceMs = Date.now();
    return Date.now() - idleSinceMs >= IDLE_MS;
  });
}
