/** The list of people under one's hands: how soon it is there after logging in, and how it follows jumps, keys and the wheel. Medians. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Browser, Page } from 'puppeteer';
import { GRID, heapOf, openCold, readyToLogIn, ROWS } from './browser.ts';
import { median, ms, percentile, whole } from './figures.ts';
import { share } from './firstView.ts';
import { ROUNDS } from './rate.ts';
import { measureScrolling } from './scrolling.ts';
import { atMost, type Row } from './table.ts';

/** Each key of each is one measure. */
const searches = ['an', 'mar', 'so', 'lee', 'wil', 'per', 'nguy'];

const counted = { rows: ROWS, grid: GRID, counts: '.users-tab .users-count:not(:empty)' };

/** Milliseconds from sending name and password to the first row on screen, each time in a browser that knows nothing yet. */
async function logInToRows(browser: Browser, url: string): Promise<number> {
  const context = await browser.createBrowserContext();
  try {
    const page = await readyToLogIn(context, url);
    await page.evaluate((selector) => {
      const took = new Promise<number>((resolve) => {
        addEventListener(
          'keydown',
          () => {
            const began = performance.now();
            const look = () => {
              if (document.querySelector(selector)) resolve(performance.now() - began);
              else requestAnimationFrame(look);
            };
            requestAnimationFrame(look);
          },
          { capture: true, once: true },
        );
      });
      Object.assign(window, { took });
    }, `${ROWS}, ${GRID}`);
    await page.keyboard.press('Enter');
    return await page.evaluate(() => (window as unknown as { took: Promise<number> }).took);
  } finally {
    await context.close();
  }
}

/** Milliseconds from scrolling to the rows of that place being drawn; `share` is how far down the list it is. */
const jumpTo = (page: Page, share: number): Promise<number> =>
  page.$eval(
    '.ag-grid-viewport',
    (viewport, down) =>
      new Promise<number>((resolve) => {
        const total = Number(document.querySelector('[role="grid"]')?.getAttribute('aria-rowcount'));
        const { left, top, width, height } = viewport.getBoundingClientRect();
        const began = performance.now();
        viewport.scrollTop = viewport.scrollHeight * down;
        const look = () => {
          const row = document.elementFromPoint(left + width / 2, top + height / 2)?.closest('.ag-row');
          const away = Math.abs(Number(row?.getAttribute('row-index')) / total - down);
          if (row?.querySelector('[col-id="userName"] a') && away < 0.01) resolve(performance.now() - began);
          else requestAnimationFrame(look);
        };
        requestAnimationFrame(look);
      }),
    share,
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

/** What the list costs, fresh and used, once an administrator is logged in. */
export async function measureHands(browser: Browser, url: string): Promise<Row[]> {
  const { page, moved, requests } = await openCold(browser, `${url}/Users/List`, counted);
  const heap = (await heapOf(page)) / 1e6;
  const total = await page.$eval('[role="grid"]', (grid) => Number(grid.getAttribute('aria-rowcount')) - 1);
  const jumps: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    // Always about the middle, always rows that nobody has asked for yet.
    jumps.push(await jumpTo(page, 0.5 - 0.04 * round));
    await page.$eval('.ag-grid-viewport', (viewport) => {
      viewport.scrollTop = 0;
    });
    await pause(300);
  }
  const scrolling = await measureScrolling(page);
  await page.$eval('.ag-grid-viewport', (viewport) => {
    viewport.scrollTop = 0;
  });
  const keys: number[] = [];
  for (const word of searches) {
    for (let end = 1; end <= word.length; end += 1) {
      keys.push(await typeInto(page, word.slice(0, end)));
      await pause(300);
    }
    for (const _letter of word) await page.keyboard.press('Backspace');
    await page.waitForFunction(() => !document.querySelector('.ag-row mark'));
  }
  await page.close();
  const p95 = percentile(keys, 0.95);
  return [
    atMost('requests of the first view', requests, 10, String),
    atMost('the page moves by itself (CLS)', moved, 0.02, share),
    atMost('heap, fresh', heap, 15, (megabytes) => `${megabytes.toFixed(1)} MB`),
    atMost(`jump to a far row of ${whole(total)}`, median(jumps), 300, ms),
    {
      ...atMost('keystroke to filtered rows, p95', p95, total > 100_000 ? 250 : 120, ms),
      measured: `${ms(p95)} (median ${ms(median(keys))})`,
    },
    ...scrolling,
  ];
}

/** From log-in to the first rows; kept, so that a larger list is compared with a smaller one. */
const logIns: number[] = [];

export async function measureLogIn(browser: Browser, url: string): Promise<Row[]> {
  const rounds: number[] = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    const took = await logInToRows(browser, url);
    // The first one fills caches.
    if (round > 0) rounds.push(took);
  }
  const took = median(rounds);
  const before = logIns[0];
  logIns.push(took);
  return [
    atMost('from log-in to first rows', took, 700, ms),
    ...(before === undefined
      ? []
      : [atMost('… as a multiple of what the smaller list took', took / before, 1.2, (times) => `${times.toFixed(2)} ×`)]),
  ];
}
