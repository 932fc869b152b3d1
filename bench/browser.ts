/** A browser that measures: a page opened cold, on a slow line where asked, which notes what its visitor sees, when, and what keeps them waiting. */
import { setTimeout as pause } from 'node:timers/promises';
import puppeteer, { type Browser, type BrowserContext, type Page, PredefinedNetworkConditions, type Viewport } from 'puppeteer';
import { DEMO_PASSWORD } from '../server/demo/accounts.ts';
import { wholeBrowserPath } from '../test/support/browserPath.ts';

const CPU_SLOWDOWN = 4;
/** For what changes nothing any more: late requests, moving parts. */
const QUIET_MS = 2_000;
const flags = ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-dev-shm-usage', '--no-first-run'];

export const desk: Viewport = { width: 1280, height: 900 };
/** That of Lighthouse. */
const phone: Viewport = { width: 412, height: 823, deviceScaleFactor: 2.625, isMobile: true, hasTouch: true };

/** The first that is a row one can read, plain or in the grid. */
export const ROWS = '.plain-rows tbody tr:not(.row-loading) a';
export const GRID = '.ag-row [col-id="userName"] a';

interface Notes {
  /** When the first element that fits a selector was there and drawn, by the selector's name. */
  readonly seen: Record<string, number>;
  /** How far the page moved by itself. */
  moved: number;
  /** When the largest part of it was painted. */
  painted: number;
  /** Tasks of more than 50 ms: beginning and length. */
  readonly tasks: [number, number][];
}
type Noting = typeof window & { notes: Notes };

/** Runs in the page. */
function watch(selectors: Readonly<Record<string, string>>): void {
  const notes: Notes = { seen: {}, moved: 0, painted: 0, tasks: [] };
  Object.assign(window, { notes });
  const observe = (type: string, note: (entry: PerformanceEntry) => void) => {
    new PerformanceObserver((list) => {
      list.getEntries().forEach(note);
    }).observe({ type, buffered: true });
  };
  observe('layout-shift', (entry) => {
    const shift = entry as PerformanceEntry & { value: number; hadRecentInput: boolean };
    if (!shift.hadRecentInput) notes.moved += shift.value;
  });
  observe('largest-contentful-paint', ({ startTime }) => (notes.painted = startTime));
  observe('longtask', ({ startTime, duration }) => notes.tasks.push([startTime, duration]));
  const look = () => {
    for (const [name, selector] of Object.entries(selectors))
      if (document.querySelector(selector)) notes.seen[name] ??= performance.now();
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

export interface Opened extends Omit<Notes, 'tasks'> {
  readonly page: Page;
  /** Asked for until everything had been seen. */
  readonly requests: number;
  /** What tasks took over 50 ms each, since something was painted. */
  readonly blocked: number;
}

/** Opens an address cold and waits until all of `selectors` have been seen, and the page is quiet. */
export async function openCold(
  browser: Browser | BrowserContext,
  url: string,
  selectors: Readonly<Record<string, string>>,
  how: { readonly slow?: boolean; readonly onPhone?: boolean } = {},
): Promise<Opened> {
  const page = await browser.newPage();
  await page.setViewport(how.onPhone ? phone : desk);
  await page.setCacheEnabled(false);
  if (how.slow) {
    await page.emulateNetworkConditions(PredefinedNetworkConditions['Slow 4G']);
    await page.emulateCPUThrottling(CPU_SLOWDOWN);
  }
  await page.evaluateOnNewDocument(watch, selectors);
  let asked = 0;
  page.on('request', (request) => {
    if (!request.url().startsWith('data:')) asked += 1;
  });
  await page.goto(url, { timeout: 120_000 });
  await page.waitForFunction(
    (names) => names.every((name) => name in (window as Noting).notes.seen),
    { timeout: 120_000 },
    Object.keys(selectors),
  );
  const requests = asked;
  await pause(QUIET_MS);
  const { tasks, ...notes } = await page.evaluate(() => (window as Noting).notes);
  const first = await page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0);
  const blocked = tasks
    .map(([began, took]) => Math.min(took, began + took - first) - 50)
    .reduce((sum, over) => sum + Math.max(0, over), 0);
  return { page, ...notes, requests, blocked };
}

/** Writes the log-in form and gives the page, whose next Enter sends it. */
export async function readyToLogIn(browser: Browser | BrowserContext, url: string): Promise<Page> {
  const page = await browser.newPage();
  await page.setViewport(desk);
  await page.goto(`${url}/Login/Gatehouse?ReturnUrl=${encodeURIComponent('/Users/List')}`);
  await page.locator('input[autocomplete="username"]').fill('sysadmin');
  await page.locator('input[type="password"]').fill(DEMO_PASSWORD);
  return page;
}

/** Measures in a browser in which an administrator is logged in. */
export async function inBrowser<Result>(
  url: string,
  measure: (browser: Browser, url: string) => Promise<Result>,
): Promise<Result> {
  const browser = await puppeteer.launch({ executablePath: await wholeBrowserPath(), args: flags, pipe: true });
  try {
    const page = await readyToLogIn(browser, url);
    await page.keyboard.press('Enter');
    await page.waitForSelector(GRID, { timeout: 60_000 });
    await page.close();
    return await measure(browser, url);
  } finally {
    await browser.close();
  }
}

/** Bytes that JavaScript holds once everything is let go of. */
export async function heapOf(page: Page): Promise<number> {
  const session = await page.createCDPSession();
  await session.send('HeapProfiler.enable');
  for (let time = 0; time < 3; time += 1) await session.send('HeapProfiler.collectGarbage');
  const { JSHeapUsedSize = NaN } = await page.metrics();
  await session.detach();
  return JSHeapUsedSize;
}
