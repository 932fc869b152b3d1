/** Opens pages in Chrome with a cold cache, optionally throttled, and records paint times, layout shift and long tasks. */
import { setTimeout as pause } from 'node:timers/promises';
import puppeteer, { type Browser, type BrowserContext, type Page, PredefinedNetworkConditions, type Viewport } from 'puppeteer';
import { DEMO_PASSWORD } from '../server/demo/accounts.ts';
import { fullBrowserPath } from '../test/support/browserPath.ts';

const CPU_SLOWDOWN = 4;
/** Wait after the last expected element, for late requests and layout shifts. */
const QUIET_MS = 2_000;
const flags = ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-dev-shm-usage', '--no-first-run'];

export const desktop: Viewport = { width: 1280, height: 900 };
/** Lighthouse's mobile viewport. */
const phone: Viewport = { width: 412, height: 823, deviceScaleFactor: 2.625, isMobile: true, hasTouch: true };

/** Link in a loaded row: of the first-rows table, and of the grid that replaces it. */
export const FIRST_ROW_LINK = 'main table tbody tr:not(.row-loading) a';
export const GRID_ROW_LINK = '[role="gridcell"][col-id="name"] a';

interface Notes {
  /** Milliseconds until an element first matched a selector, by the selector's name. */
  readonly seenMs: Record<string, number>;
  /** Cumulative layout shift without recent input. */
  layoutShift: number;
  /** Largest contentful paint. */
  largestPaintMs: number;
  /** Tasks of more than 50 ms: start and duration in milliseconds. */
  readonly longTasks: [number, number][];
}
type WindowWithNotes = typeof window & { notes: Notes };

/** Runs in the page. */
function record(selectors: Readonly<Record<string, string>>): void {
  const notes: Notes = { seenMs: {}, layoutShift: 0, largestPaintMs: 0, longTasks: [] };
  Object.assign(window, { notes });
  const observe = (type: string, onEntry: (entry: PerformanceEntry) => void) => {
    new PerformanceObserver((list) => {
      list.getEntries().forEach(onEntry);
    }).observe({ type, buffered: true });
  };
  observe('layout-shift', (entry) => {
    const shift = entry as PerformanceEntry & { value: number; hadRecentInput: boolean };
    if (!shift.hadRecentInput) notes.layoutShift += shift.value;
  });
  observe('largest-contentful-paint', ({ startTime }) => (notes.largestPaintMs = startTime));
  observe('longtask', ({ startTime, duration }) => notes.longTasks.push([startTime, duration]));
  const look = () => {
    for (const [name, selector] of Object.entries(selectors))
      if (document.querySelector(selector)) notes.seenMs[name] ??= performance.now();
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

export interface OpenedPage extends Omit<Notes, 'longTasks'> {
  readonly page: Page;
  /** Number of requests until all selectors had matched. */
  readonly requests: number;
  /** Total blocking time: what tasks after the first contentful paint took beyond 50 ms each. */
  readonly blockedMs: number;
}

/** Opens a URL without cache and waits until all of `selectors` have matched, and {@link QUIET_MS} longer. */
export async function openCold(
  browser: Browser | BrowserContext,
  url: string,
  selectors: Readonly<Record<string, string>>,
  options: { readonly slow?: boolean; readonly onPhone?: boolean } = {},
): Promise<OpenedPage> {
  const page = await browser.newPage();
  await page.setViewport(options.onPhone ? phone : desktop);
  await page.setCacheEnabled(false);
  if (options.slow) {
    await page.emulateNetworkConditions(PredefinedNetworkConditions['Slow 4G']);
    await page.emulateCPUThrottling(CPU_SLOWDOWN);
  }
  await page.evaluateOnNewDocument(record, selectors);
  let requestCount = 0;
  page.on('request', (request) => {
    if (!request.url().startsWith('data:')) requestCount += 1;
  });
  await page.goto(url, { timeout: 120_000 });
  await page.waitForFunction(
    (names) => names.every((name) => name in (window as WindowWithNotes).notes.seenMs),
    { timeout: 120_000 },
    Object.keys(selectors),
  );
  const requests = requestCount;
  await pause(QUIET_MS);
  const { longTasks, ...notes } = await page.evaluate(() => (window as WindowWithNotes).notes);
  const firstPaintMs = await page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0);
  const blocked = longTasks
    .map(([startMs, tookMs]) => Math.min(tookMs, startMs + tookMs - firstPaintMs) - 50)
    .reduce((sum, over) => sum + Math.max(0, over), 0);
  return { page, ...notes, requests, blockedMs: blocked };
}

/** @returns the login page with the form filled in; Enter submits it */
export async function openFilledLoginForm(browser: Browser | BrowserContext, url: string): Promise<Page> {
  const page = await browser.newPage();
  await page.setViewport(desktop);
  await page.goto(`${url}/Login/Gatehouse?ReturnUrl=${encodeURIComponent('/Users/List')}`);
  await page.locator('input[autocomplete="username"]').fill('sysadmin');
  await page.locator('input[type="password"]').fill(DEMO_PASSWORD);
  return page;
}

/** Runs `measure` in a browser with an administrator's session. */
export async function withAdminBrowser<Result>(
  url: string,
  measure: (browser: Browser, url: string) => Promise<Result>,
): Promise<Result> {
  const browser = await puppeteer.launch({ executablePath: await fullBrowserPath(), args: flags, pipe: true });
  try {
    const page = await openFilledLoginForm(browser, url);
    await page.keyboard.press('Enter');
    await page.waitForSelector(GRID_ROW_LINK, { timeout: 60_000 });
    await page.close();
    return await measure(browser, url);
  } finally {
    await browser.close();
  }
}

/** JavaScript heap in bytes, after garbage collection. */
export async function heapBytes(page: Page): Promise<number> {
  const session = await page.createCDPSession();
  await session.send('HeapProfiler.enable');
  for (let run = 0; run < 3; run += 1) await session.send('HeapProfiler.collectGarbage');
  const { JSHeapUsedSize = NaN } = await page.metrics();
  await session.detach();
  return JSHeapUsedSize;
}

/** Heap snapshot of the DevTools protocol: each node is `node_fields.length` numbers. */
interface HeapSnapshot {
  readonly snapshot: {
    readonly meta: { readonly node_fields: readonly string[]; readonly node_types: readonly [readonly string[]] };
  };
  readonly nodes: readonly number[];
}

/** `native` is the browser's own memory; of `code`, each call of puppeteer compiles some. */
const UNCOUNTED_TYPES: readonly (string | undefined)[] = ['native', 'code'];

/** What the page's script holds, in bytes, after garbage collection. */
export async function objectBytes(page: Page): Promise<number> {
  const session = await page.createCDPSession();
  const chunks: string[] = [];
  session.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => chunks.push(chunk));
  await session.send('HeapProfiler.takeHeapSnapshot', {});
  await session.detach();
  const { snapshot, nodes } = JSON.parse(chunks.join('')) as HeapSnapshot;
  const { node_fields: fields, node_types: types } = snapshot.meta;
  const [type, size] = [fields.indexOf('type'), fields.indexOf('self_size')];
  let bytes = 0;
  for (let node = 0; node < nodes.length; node += fields.length)
    if (!UNCOUNTED_TYPES.includes(types[0][nodes[node + type] ?? -1])) bytes += nodes[node + size] ?? 0;
  return bytes;
}
