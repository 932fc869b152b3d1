/** Pages for a test file, which fail the test when the console, the page or its security policy complained. */
import type { Browser, BrowserContext, Page } from 'puppeteer';
import { trackApiCalls } from './apiCalls.ts';
import { connectBrowser } from './browsers.ts';
import { collectPageErrors, type PageErrors } from './pageErrors.ts';
import { sharedContext, type SharedContext } from './sharedContext.ts';

export interface PageOptions {
  /** What the person chose before, and what the device prefers. */
  readonly theme?: 'light' | 'dark';
  readonly width?: number;
  readonly height?: number;
  /** What the browser asks for; the page's own choice, once made, wins. */
  readonly locale?: 'en-US' | 'en-GB' | 'de' | 'en-IN';
  readonly reducedMotion?: boolean;
}

interface PageContext {
  /** Share cookies and storage with another page, as a second tab does; absent: a browser of its own. */
  readonly context?: BrowserContext;
  /** A browser that has never been here: no script of an earlier test is in its cache. */
  readonly cold?: true;
}

export interface BrowserFixture {
  /** A page with nothing in it yet; closed after the test. */
  newPage(options?: PageOptions & PageContext): Promise<Page>;
  /** Complaints that this test means to cause; everything else fails it. */
  expectComplaint(matching: RegExp): void;
}

/** How long a page may take to show what a test waits for, on a busy machine. */
const WAIT_MS = 30_000;

/** And a whole story there. */
const STORY_MS = 120_000;

/**
 * Pages in the browser of this worker: `const browser = useBrowser();`. The first page of each test is in a context that the file's
 * tests use in turn, emptied in between; further ones are in contexts of their own.
 */
export function useBrowser(): BrowserFixture {
  jest.setTimeout(STORY_MS);
  let browser: Browser | undefined;
  let shared: SharedContext | undefined;
  let opened: { page: Page; complaints: PageErrors }[] = [];
  let expected: RegExp[] = [];

  beforeAll(async () => {
    browser = await connectBrowser();
    shared = await sharedContext(browser);
  });
  afterAll(async () => {
    await shared?.close();
    await browser?.disconnect();
  });
  afterEach(async () => {
    const pages = opened;
    const allowed = expected;
    opened = [];
    expected = [];
    const heard = pages
      .flatMap(({ complaints }) => complaints.all())
      .filter((text) => !allowed.some((pattern) => pattern.test(text)));
    await Promise.all(
      pages
        .map(({ page }) => page.browserContext())
        .filter((context, at, all) => context !== shared?.context && all.indexOf(context) === at)
        .map((context) => context.close()),
    );
    await shared?.empty();
    if (heard.length > 0) throw new Error(`The browser complained:\n${heard.join('\n')}`);
  });

  const contextFor = async (cold = false): Promise<BrowserContext> => {
    if (browser === undefined || shared === undefined) throw new Error('The browser runs only inside tests and hooks');
    const isInUse = opened.some(({ page }) => page.browserContext() === shared?.context);
    return cold || isInUse ? browser.createBrowserContext() : shared.context;
  };

  return {
    expectComplaint(matching) {
      expected.push(matching);
    },
    async newPage({ context, cold, ...options } = {}) {
      const seen = await openPage(context ?? (await contextFor(cold)), options);
      opened.push(seen);
      return seen.page;
    },
  };
}

/** A page that looks as asked, with everything it complains of. */
export async function openPage(
  context: BrowserContext,
  { theme = 'light', width = 1280, height = 900, locale = 'en-US', reducedMotion = true }: PageOptions = {},
): Promise<{ page: Page; complaints: PageErrors }> {
  const page = await context.newPage();
  const complaints = collectPageErrors(page);
  trackApiCalls(page);
  await page.setViewport({ width, height });
  await page.emulateMediaFeatures([
    { name: 'prefers-color-scheme', value: theme },
    { name: 'prefers-reduced-motion', value: reducedMotion ? 'reduce' : 'no-preference' },
  ]);
  await page.evaluateOnNewDocument(chooseTheme, theme);
  await speak(page, locale);
  page.setDefaultTimeout(WAIT_MS);
  return { page, complaints };
}

/** Runs in the page; a choice made there later stays. */
function chooseTheme(theme: string): void {
  try {
    if (localStorage.getItem('theme') === null) localStorage.setItem('theme', theme);
  } catch {
    // about:blank, and pages whose storage a test has blocked, remember nothing.
  }
}

/** The browser's language, in `navigator.languages`, `Accept-Language` and `Intl` alike. */
async function speak(page: Page, locale: string): Promise<void> {
  const session = await page.createCDPSession();
  const userAgent = (await page.browser().userAgent()).replace('Headless', '');
  await session.send('Emulation.setUserAgentOverride', { userAgent, acceptLanguage: locale });
  await session.send('Emulation.setLocaleOverride', { locale: locale.replace('-', '_') });
}
