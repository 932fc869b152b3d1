/** Tracks a page’s pending API requests. */
import type { HTTPRequest, Page } from 'puppeteer';
import { eventually } from './eventually.ts';

const IDLE_MS = 100;

/** A signed-in screen reads the font size last, once it has nothing else to do. */
const LAST_CALL = '/api/Users/Self/UIFontSize';

interface Calls {
  readonly pending: Set<HTTPRequest>;
  /** Paths that this document has requested. */
  readonly paths: Set<string>;
}

const callsOf = new WeakMap<Page, Calls>();

function requireCalls(page: Page): Calls {
  const calls = callsOf.get(page);
  if (!calls) throw new Error('This page was not opened by newPage of useBrowser');
  return calls;
}

export function trackApiCalls(page: Page): void {
  const calls: Calls = { pending: new Set(), paths: new Set() };
  const { pending, paths } = calls;
  callsOf.set(page, calls);
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/')) {
      pending.add(request);
      paths.add(pathname);
    } else if (request.isNavigationRequest() && request.frame() === page.mainFrame()) {
      // Requests aborted by a navigation are never reported as finished.
      pending.clear();
      paths.clear();
    }
  });
  for (const event of ['requestfinished', 'requestfailed'] as const) {
    page.on(event, (request) => {
      pending.delete(request);
    });
  }
}

/** Waits until a signed-in screen has made all calls that belong to its loading, so that the next one is caused by the test. */
export async function waitForSignedInIdle(page: Page): Promise<void> {
  const { paths } = requireCalls(page);
  await eventually('the last call of the loading', () => paths.has(LAST_CALL));
  await waitForApiIdle(page);
}

/** Waits until the page has had no pending API requests for 100 ms. */
export async function waitForApiIdle(page: Page): Promise<void> {
  const { pending } = requireCalls(page);
  let idleSinceMs = Date.now();
  await eventually('the end of the page’s API calls', () => {
    if (pending.size > 0) idleSinceMs = Date.now();
    return Date.now() - idleSinceMs >= IDLE_MS;
  });
}
