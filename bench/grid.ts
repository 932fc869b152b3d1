/**
 * Measures the list of people in a browser, against the budgets: how soon the login form is seen and the first rows can be read beside a bare React form on the
 * same slow line, what the first view asks for and moves, and how the grid follows hands. Medians; the pages take turns.
 */
import { setTimeout as pause } from 'node:timers/promises';
import puppeteer, { type Browser, type BrowserContext, type Page, PredefinedNetworkConditions } from 'puppeteer';
import { DEMO_PASSWORD } from '../server/demo/accounts.ts';
import { browserPath } from '../test/support/browserPath.ts';
import { bareForm } from './bareForm.ts';
import { median, ms, whole } from './figures.ts';
import { ROUNDS } from './rate.ts';
import { atMost, noted, type Row } from './table.ts';

const CPU_SLOWDOWN = 4;
/** For what changes nothing any more: late requests, moving parts. */
const QUIET_MS = 2_000;
const flags = ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-dev-shm-usage', '--no-first-run'];

/** Notes when the first element that fits is there and drawn, and how far the page has moved by itself. Runs in the page. */
function watch(selectors: Readonly<Record<string, string>>): void {
  const notes = { moved: 0 } as { moved: number } & Record<string, number | undefined>;
  Object.assign(window, { notes });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
      if (!entry.hadRecentInput) notes.moved += entry.value;
  }).observe({ type: 'layout-shift', buffered: true });
  const look = () => {
    for (const [name, selector] of Object.entries(selectors))
      if (notes[name] === undefined && document.querySelector(selector)) notes[name] = performance.now();
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

type Notes = Readonly<Partial<Record<'moved' | 'form' | 'rows' | 'grid' | 'counts', number>>>;

/** Opens an address cold and waits until all of `selectors` have been seen. */
async function openCold(
  browser: Browser | BrowserContext,
  url: string,
  selectors: Readonly<Record<string, string>>,
  slow: boolean,
) {
  const page = await browser.newPage();
  await page.setViewport({ width: 1280, height: 900 });
  await page.setCacheEnabled(false);
  if (slow) {
    await page.emulateNetworkConditions(PredefinedNetworkConditions['Slow 4G']);
    await page.emulateCPUThrottling(CPU_SLOWDOWN);
  }
  await page.evaluateOnNewDocument(watch, selectors);
  let requests = 0;
  page.on('request', (request) => {
    if (!request.url().startsWith('data:')) requests += 1;
  });
  await page.goto(url, { timeout: 120_000 });
  await page.waitForFunction(
    (names) => names.every((name) => name in (window as unknown as { notes: Notes }).notes),
    { timeout: 120_000 },
    Object.keys(selectors),
  );
  const asked = requests;
  await pause(QUIET_MS);
  const notes = await page.evaluate(() => (window as unknown as { notes: Notes }).notes);
  return { page, notes, requests: asked };
}

async function logIn(browser: Browser, url: string): Promise<void> {
  const page = await browser.newPage();
  await page.goto(`${url}/Login/Gatehouse?ReturnUrl=${encodeURIComponent('/Users/List')}`);
  await page.locator('input[autocomplete="username"]').fill('sysadmin');
  await page.locator('input[type="password"]').fill(DEMO_PASSWORD);
  await page.keyboard.press('Enter');
  await page.waitForSelector('.ag-row [col-id="userName"]', { timeout: 60_000 });
  await page.close();
}

/** Milliseconds from scrolling to the row's name being drawn. */
const jumpTo = (page: Page, row: number): Promise<number> =>
  page.evaluate(
    (index) =>
      new Promise<number>((resolve) => {
        const began = performance.now();
        const viewport = document.querySelector('.ag-grid-viewport');
        if (viewport) viewport.scrollTop = index * (document.querySelector<HTMLElement>('.ag-row')?.offsetHeight ?? 0);
        const look = () => {
          if (document.querySelector(`.ag-row[row-index="${String(index)}"] [col-id="userName"] a`))
            resolve(performance.now() - began);
          else requestAnimationFrame(look);
        };
        requestAnimationFrame(look);
      }),
    row,
  );

/** Milliseconds from a key in the search to rows on screen in which the new text is marked. */
async function typeInto(page: Page, text: string): Promise<number> {
  await page.focus('input[type="search"]');
  await page.evaluate((wanted) => {
    const began = { at: 0 };
    const took = new Promise<number>((resolve) => {
      addEventListener(
        'keydown',
        () => {
          began.at = performance.now();
          const look = () => {
            const marks = [...document.querySelectorAll('.ag-row mark')];
            if (marks.some((mark) => mark.textContent.toLowerCase() === wanted)) resolve(performance.now() - began.at);
            else requestAnimationFrame(look);
          };
          requestAnimationFrame(look);
        },
        { capture: true, once: true },
      );
    });
    Object.assign(window, { took });
  }, text);
  await page.keyboard.press(text.slice(-1) as 'a');
  return page.evaluate(() => (window as unknown as { took: Promise<number> }).took);
}

async function heapOf(page: Page): Promise<number> {
  const session = await page.createCDPSession();
  await session.send('HeapProfiler.enable');
  for (let time = 0; time < 3; time += 1) await session.send('HeapProfiler.collectGarbage');
  return (await page.metrics()).JSHeapUsedSize ?? NaN;
}

const rows = { rows: '.plain-rows tbody tr:not(.row-loading) a', grid: '.ag-row [col-id="userName"] a' };
const counted = { ...rows, counts: '.users-tab .users-count:not(:empty)' };

async function firstView(browser: Browser, url: string): Promise<Row[]> {
  const form = await bareForm();
  const [bare, drawn, first, grid]: [number[], number[], number[], number[]] = [[], [], [], []];
  const stranger = await browser.createBrowserContext();
  try {
    for (let round = 0; round < ROUNDS; round += 1) {
      const one = await openCold(browser, form.url, { form: 'form input' }, true);
      const other = await openCold(browser, `${url}/Users/List`, rows, true);
      const login = await openCold(stranger, `${url}/Login/Gatehouse`, { form: 'form input' }, true);
      bare.push(one.notes.form ?? NaN);
      drawn.push(login.notes.form ?? NaN);
      first.push(other.notes.rows ?? NaN);
      grid.push(other.notes.grid ?? NaN);
      await Promise.all([one.page.close(), login.page.close(), other.page.close()]);
    }
  } finally {
    form.close();
    await stranger.close();
  }
  const base = median(bare);
  const times = (value: number) => `${value.toFixed(1)} × (${ms(value * base)})`;
  const row = (what: string, values: readonly number[], most: number): Row => ({
    ...atMost(what, median(values) / base, most, times),
    budget: `≤ ${most.toFixed(1)} ×`,
  });
  return [
    noted('a bare React form, slow 4G', ms(base)),
    row('the login form is there', drawn, 0.6),
    row('first rows of the list', first, 2),
    row('the grid in their place', grid, 4.5),
  ];
}

/**
 * All figures of the list, in the order of the budgets.
 * @param url of a running product with its demo directory, as a browser reaches it
 */
export async function benchGrid(url: string): Promise<Row[]> {
  const browser = await puppeteer.launch({ executablePath: await browserPath(), args: flags, pipe: true });
  try {
    await logIn(browser, url);
    const slow = await firstView(browser, url);

    const { page, notes, requests } = await openCold(browser, `${url}/Users/List`, counted, false);
    const moved = notes.moved ?? NaN;
    const heap = (await heapOf(page)) / 1e6;
    const total = await page.$eval('[role="grid"]', (grid) => Number(grid.getAttribute('aria-rowcount')) - 1);
    const jumps: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      // Somewhere else each time, far from the last place.
      jumps.push(await jumpTo(page, Math.floor(total * ((0.37 + round * 0.41) % 1))));
      await pause(300);
    }
    await page.evaluate(() => document.querySelector('.ag-grid-viewport')?.scrollTo(0, 0));
    const keys: number[] = [];
    for (const word of ['an', 'mar', 'so']) {
      for (let end = 1; end <= word.length; end += 1) {
        keys.push(await typeInto(page, word.slice(0, end)));
        await pause(300);
      }
      for (const _letter of word) await page.keyboard.press('Backspace');
      await page.waitForFunction(() => !document.querySelector('.ag-row mark'));
    }
    return [
      ...slow,
      atMost('requests of the first view', requests, 10, String),
      atMost('the page moves by itself (CLS)', moved, 0.02, (share) => share.toFixed(3)),
      atMost('heap, fresh', heap, 15, (megabytes) => `${megabytes.toFixed(1)} MB`),
      atMost(`jump to a far row of ${whole(total)}`, median(jumps), 300, ms),
      atMost('keystroke to filtered rows', median(keys), total > 100_000 ? 250 : 120, ms),
    ];
  } finally {
    await browser.close();
  }
}
