/**
 * Measures the list of people in a browser, against the budgets: how soon the login form is seen and the first rows can be read beside a bare React form on the
 * same slow line, what the first view asks for and moves, and how the grid follows hands. Medians; the pages take turns.
 */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { brotliCompressSync } from 'node:zlib';
import webpack from 'webpack';
import puppeteer, { type Browser, type BrowserContext, type Page, PredefinedNetworkConditions } from 'puppeteer';
import { browserPath } from '../test/support/browserPath.ts';
import { root } from '../deploy/sources.ts';

export interface Figure {
  readonly what: string;
  readonly measured: string;
  readonly budget: string;
  readonly within: boolean;
}

export interface GridBench {
  /** A running product with its demo directory, as a browser reaches it. */
  readonly url: string;
  readonly userName?: string;
  readonly password?: string;
  /** Of everything that is measured by time. */
  readonly rounds?: number;
}

const CPU_SLOWDOWN = 4;
/** For what changes nothing any more: late requests, moving parts. */
const QUIET_MS = 2_000;
const flags = ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-dev-shm-usage', '--no-first-run'];

const median = (values: readonly number[]): number => values.toSorted((one, other) => one - other)[values.length >> 1] ?? NaN;
const ms = (value: number): string => `${String(Math.round(value))} ms`;

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

/** A script with what it imports, as a production build. */
async function bundled(contents: string): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-form-'));
  try {
    await writeFile(join(folder, 'form.mjs'), contents);
    const compiler = webpack({
      mode: 'production',
      entry: join(folder, 'form.mjs'),
      output: { path: folder, filename: 'form.js' },
      resolve: { modules: [join(root, 'node_modules')] },
      performance: { hints: false },
    });
    await new Promise<void>((resolve, reject) => {
      compiler.run((error, stats) => {
        if (error ?? stats?.hasErrors()) reject(error ?? new Error(stats?.toString('errors-only')));
        else resolve();
      });
    });
    return await readFile(join(folder, 'form.js'));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The least that React can show: a form of two fields, compressed as the product is. */
async function bareForm(): Promise<{ readonly url: string; readonly close: () => void }> {
  const contents = `import { createElement as h } from 'react'; import { createRoot } from 'react-dom/client';
    const field = (name) => h('label', { key: name }, name, h('input', { name, type: name }));
    createRoot(document.getElementById('app')).render(h('form', null, field('text'), field('password'), h('button', null, 'Log in')));`;
  const script = brotliCompressSync(await bundled(contents));
  const html = '<!doctype html><title>Form</title><div id="app"></div><script defer src="/form.js"></script>';
  const server = createServer((request, response) => {
    if (request.url === '/form.js')
      response.writeHead(200, { 'content-type': 'text/javascript', 'content-encoding': 'br' }).end(script);
    else response.writeHead(request.url === '/' ? 200 : 404, { 'content-type': 'text/html' }).end(html);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The bare form has no port');
  return {
    url: `http://127.0.0.1:${String(address.port)}/`,
    close: () => {
      server.close();
    },
  };
}

async function logIn(browser: Browser, url: string, userName: string, password: string): Promise<void> {
  const page = await browser.newPage();
  await page.goto(`${url}/Login/Gatehouse?ReturnUrl=${encodeURIComponent('/Users/List')}`);
  await page.locator('input[autocomplete="username"]').fill(userName);
  await page.locator('input[type="password"]').fill(password);
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

async function firstView(browser: Browser, url: string, rounds: number): Promise<Figure[]> {
  const form = await bareForm();
  const [bare, drawn, first, whole]: [number[], number[], number[], number[]] = [[], [], [], []];
  const stranger = await browser.createBrowserContext();
  try {
    for (let round = 0; round < rounds; round += 1) {
      const one = await openCold(browser, form.url, { form: 'form input' }, true);
      const other = await openCold(browser, `${url}/Users/List`, rows, true);
      const login = await openCold(stranger, `${url}/Login/Gatehouse`, { form: 'form input' }, true);
      bare.push(one.notes.form ?? NaN);
      drawn.push(login.notes.form ?? NaN);
      first.push(other.notes.rows ?? NaN);
      whole.push(other.notes.grid ?? NaN);
      await Promise.all([one.page.close(), login.page.close(), other.page.close()]);
    }
  } finally {
    form.close();
    await stranger.close();
  }
  const [base, seen, soon, later] = [median(bare), median(drawn), median(first), median(whole)];
  const times = (value: number) => `${(value / base).toFixed(1)} × (${ms(value)})`;
  return [
    { what: 'a bare React form, slow 4G', measured: ms(base), budget: '–', within: true },
    { what: 'the login form is there', measured: times(seen), budget: '0.6 ×', within: seen <= 0.6 * base },
    { what: 'first rows of the list', measured: times(soon), budget: '2.0 ×', within: soon <= 2 * base },
    { what: 'the grid in their place', measured: times(later), budget: '4.5 ×', within: later <= 4.5 * base },
  ];
}

/** All figures of the list, in the order of the budgets. */
export async function benchGrid({
  url,
  userName = 'sysadmin',
  password = 'Demo-pass-1',
  rounds = 5,
}: GridBench): Promise<Figure[]> {
  const browser = await puppeteer.launch({ executablePath: await browserPath(), args: flags, pipe: true });
  try {
    await logIn(browser, url, userName, password);
    const slow = await firstView(browser, url, rounds);

    const { page, notes, requests } = await openCold(browser, `${url}/Users/List`, counted, false);
    const moved = notes.moved ?? NaN;
    const heap = (await heapOf(page)) / 1e6;
    const total = await page.$eval('[role="grid"]', (grid) => Number(grid.getAttribute('aria-rowcount')) - 1);
    const jumps: number[] = [];
    for (let round = 0; round < Math.max(rounds, 5); round += 1) {
      // Somewhere else each time, far from the last place.
      jumps.push(await jumpTo(page, Math.floor(total * ((0.37 + round * 0.41) % 1))));
      await pause(300);
    }
    await page.evaluate(() => document.querySelector('.ag-grid-viewport')?.scrollTo(0, 0));
    const keys: number[] = [];
    for (const word of ['an', 'mar', 'so'].slice(0, Math.max(2, rounds))) {
      for (let end = 1; end <= word.length; end += 1) {
        keys.push(await typeInto(page, word.slice(0, end)));
        await pause(300);
      }
      for (const _letter of word) await page.keyboard.press('Backspace');
      await page.waitForFunction(() => !document.querySelector('.ag-row mark'));
    }
    const [jump, key] = [median(jumps), median(keys)];
    const most = total > 100_000 ? 250 : 120;
    return [
      ...slow,
      { what: 'requests of the first view', measured: String(requests), budget: '10', within: requests <= 10 },
      { what: 'the page moves by itself (CLS)', measured: moved.toFixed(3), budget: '0.02', within: moved <= 0.02 },
      { what: 'heap, fresh', measured: `${heap.toFixed(1)} MB`, budget: '15 MB', within: heap <= 15 },
      { what: `jump to a far row of ${total.toLocaleString('en')}`, measured: ms(jump), budget: '300 ms', within: jump <= 300 },
      { what: 'keystroke to filtered rows', measured: ms(key), budget: ms(most), within: key <= most },
    ];
  } finally {
    await browser.close();
  }
}
