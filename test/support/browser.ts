/** Pages for a test file, which fail the test when the console, the page or its security policy complained. */
import type { Browser, BrowserContext, Page } from 'puppeteer';
import { connectBrowser } from './browsers.ts';
import { watchPage, type Complaints } from './complaints.ts';

export interface PageOptions {
  /** What the person chose before, and what the device prefers. */
  readonly theme?: 'light' | 'dark';
  readonly width?: number;
  readonly height?: number;
  /** What the browser asks for; the page's own choice, once made, wins. */
  readonly locale?: 'en-US' | 'en-GB' | 'de' | 'en-IN';
  readonly reducedMotion?: boolean;
}

interface SharedContext {
  /** Share cookies and storage with another page, as a second tab does; absent: a browser of its own. */
  readonly context?: BrowserContext;
}

export interface BrowserFixture {
  /** A page with nothing in it yet; closed after the test. */
  newPage(options?: PageOptions & SharedContext): Promise<Page>;
  /** Complaints that this test means to cause; everything else fails it. */
  expectComplaint(matching: RegExp): void;
}

/** How long a page may take to show what a test waits for, on a busy machine. */
const WAIT_MS = 30_000;

/** And a whole story there. */
const STORY_MS = 120_000;

/** Pages in the browser of this worker, each in a context of its own: `const browser = useBrowser();`. */
export function useBrowser(): BrowserFixture {
  jest.setTimeout(STORY_MS);
  let browser: Browser | undefined;
  let opened: { page: Page; complaints: Complaints }[] = [];
  let expected: RegExp[] = [];

  beforeAll(async () => {
    browser = await connectBrowser();
  });
  afterAll(async () => {
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
        .filter((context, at, all) => all.indexOf(context) === at)
        .map((context) => context.close()),
    );
    if (heard.length > 0) throw new Error(`The browser complained:\n${heard.join('\n')}`);
  });

  const running = (): Browser => {
    if (browser === undefined) throw new Error('The browser runs only inside tests and hooks');
    return browser;
  };

  return {
    expectComplaint(matching) {
      expected.push(matching);
    },
    async newPage({ context, ...options } = {}) {
      const seen = await openPage(context ?? (await running().createBrowserContext()), options);
      opened.push(seen);
      return seen.page;
    },
  };
}

/** A page that looks as asked, with everything it complains of. */
export async function openPage(
  context: BrowserContext,
  { theme = 'light', width = 1280, height = 900, locale = 'en-US', reducedMotion = true }: PageOptions = {},
): Promise<{ page: Page; complaints: Complaints }> {
  const page = await context.newPage();
  const complaints = watchPage(page);
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
