/** Pages for a test file. A test fails on console errors, uncaught exceptions and CSP violations in its pages. */
import type { Browser, BrowserContext, Page } from 'puppeteer';
import { trackApiCalls } from './apiCalls.ts';
import type { BrowserGlobal } from './browserEnvironment.ts';
import { connectBrowser } from './browsers.ts';
import { collectPageErrors, type PageErrors } from './pageErrors.ts';
import { sharedContext, type SharedContext } from './sharedContext.ts';

export interface PageOptions {
  /** The stored choice, and `prefers-color-scheme`. */
  readonly theme?: 'light' | 'dark';
  readonly width?: number;
  readonly height?: number;
  /** Language of the browser; a choice made in the page takes precedence. */
  readonly locale?: 'en-US' | 'en-GB' | 'de' | 'en-IN';
  readonly reducedMotion?: boolean;
}

interface PageContext {
  /** Shares cookies and storage with another page, like a second tab; absent: no shared state. */
  readonly context?: BrowserContext;
  /** Starts with an empty HTTP cache. */
  readonly cold?: true;
}

export interface BrowserFixture {
  /** A blank page; closed after the test. */
  newPage(options?: PageOptions & PageContext): Promise<Page>;
  /** Errors that this test causes on purpose; any other fails it. */
  expectPageError(matching: RegExp): void;
}

/** Timeout of Puppeteer’s waits, for a busy machine. */
const WAIT_MS = 60_000;

/** Timeout of a test. */
const TEST_TIMEOUT_MS = 300_000;

/**
 * Pages in the browser of this worker: `const browser = useBrowser();`. The first page of each test is in a context shared by the
 * tests of the file and emptied between them; further pages have separate contexts.
 */
export function useBrowser(): BrowserFixture {
  jest.setTimeout(TEST_TIMEOUT_MS);
  let browser: Browser | undefined;
  let shared: SharedContext | undefined;
  let opened: { page: Page; pageErrors: PageErrors }[] = [];
  let expected: RegExp[] = [];

  beforeAll(async () => {
    browser = await connectBrowser();
    shared = await sharedContext(browser);
    (globalThis as BrowserGlobal).describeOpenPages = async () =>
      (await Promise.all(opened.map(({ page }) => describePage(page)))).join('\n');
  });
  afterAll(async () => {
    await shared?.close();
    await browser?.disconnect();
  });
  afterEach(async () => {
    const pages = opened;
    const patterns = expected;
    opened = [];
    expected = [];
    const unexpected = pages
      .flatMap(({ pageErrors }) => pageErrors.all())
      .filter((text) => !patterns.some((pattern) => pattern.test(text)));
    await Promise.all(
      pages
        .map(({ page }) => page.browserContext())
        .filter((context, index, all) => context !== shared?.context && all.indexOf(context) === index)
        .map((context) => context.close()),
    );
    await shared?.empty();
    if (unexpected.length > 0) throw new Error(`The page reported errors:\n${unexpected.join('\n')}`);
  });

  const contextFor = async (cold = false): Promise<BrowserContext> => {
    if (browser === undefined || shared === undefined) throw new Error('The browser runs only inside tests and hooks');
    const isInUse = opened.some(({ page }) => page.browserContext() === shared?.context);
    return cold || isInUse ? browser.createBrowserContext() : shared.context;
  };

  return {
    expectPageError(matching) {
      expected.push(matching);
    },
    async newPage({ context, cold, ...options } = {}) {
      const entry = await openPage(context ?? (await contextFor(cold)), options);
      opened.push(entry);
      return entry.page;
    },
  };
}

const describePage = (page: Page): Promise<string> =>
  page
    .evaluate(() =>
      [
        `The page shows ${location.pathname}${location.search}`,
        `focus on ${document.activeElement?.outerHTML.slice(0, 200) ?? 'nothing'}`,
        ...[...document.querySelectorAll<HTMLElement>('[role="menu"], [role="listbox"], [role="dialog"]')].map(
          (layer) => `above it: ${layer.innerText}`,
        ),
        document.body.innerText.slice(0, 1000),
      ].join('\n'),
    )
    .catch(String);

/** A page with these options, and its errors. */
export async function openPage(
  context: BrowserContext,
  { theme = 'light', width = 1280, height = 900, locale = 'en-US', reducedMotion = true }: PageOptions = {},
): Promise<{ page: Page; pageErrors: PageErrors }> {
  const page = await context.newPage();
  const pageErrors = collectPageErrors(page);
  trackApiCalls(page);
  await page.setViewport({ width, height });
  await page.emulateMediaFeatures([
    { name: 'prefers-color-scheme', value: theme },
    { name: 'prefers-reduced-motion', value: reducedMotion ? 'reduce' : 'no-preference' },
  ]);
  await page.evaluateOnNewDocument(presetTheme, theme);
  await emulateLocale(page, locale);
  page.setDefaultTimeout(WAIT_MS);
  return { page, pageErrors };
}

/** Runs in the page; does not overwrite a later choice. */
function presetTheme(theme: string): void {
  try {
    if (localStorage.getItem('theme') === null) localStorage.setItem('theme', theme);
  } catch {
    // There is no storage on about:blank, or where a test has blocked it.
  }
}

/** Sets the language in `navigator.languages`, `Accept-Language` and `Intl`. */
async function emulateLocale(page: Page, locale: string): Promise<void> {
  const session = await page.createCDPSession();
  const userAgent = (await page.browser().userAgent()).replace('Headless', '');
  await session.send('Emulation.setUserAgentOverride', { userAgent, acceptLanguage: locale });
  await session.send('Emulation.setLocaleOverride', { locale: locale.replace('-', '_') });
}
