/** Use of the users list: time from logging in to the first rows, and response to jumps, keystrokes and scrolling. Medians. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Browser, Page } from 'puppeteer';
import { GRID_ROW_LINK, heapBytes, openCold, openFilledLoginForm, FIRST_ROW_LINK } from './browser.ts';
import { median, ms, percentile, integer } from './statistics.ts';
import { fraction } from './firstView.ts';
import { ROUNDS } from './rate.ts';
import { measureScrolling } from './scrolling.ts';
import { atMost, type ResultRow } from './resultTable.ts';

/** Searches, of which each keystroke is measured. */
const searches = ['an', 'mar', 'so', 'lee', 'wil', 'per', 'nguy'];

const firstViewSelectors = { rows: FIRST_ROW_LINK, grid: GRID_ROW_LINK, counts: '[role="tab"] > span:not(:empty)' };

/** Milliseconds from submitting the login form to the first row on screen, with an empty cache. */
async function logInToRows(browser: Browser, url: string): Promise<number> {
  const context = await browser.createBrowserContext();
  try {
    const page = await openFilledLoginForm(context, url);
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
    }, `${FIRST_ROW_LINK}, ${GRID_ROW_LINK}`);
    await page.keyboard.press('Enter');
    return await page.evaluate(() => (window as unknown as { took: Promise<number> }).took);
  } finally {
    await context.close();
  }
}

/** Milliseconds from scrolling to the rows being rendered. @param share position in the list, 0 to 1 */
const jumpTo = (page: Page, share: number): Promise<number> =>
  page.$eval(
    '[role="grid"]',
    (viewport, down) =>
      new Promise<number>((resolve) => {
        const total = Number(document.querySelector('[role="grid"]')?.getAttribute('aria-rowcount'));
        const { left, top, width, height } = viewport.getBoundingClientRect();
        const began = performance.now();
        viewport.scrollTop = viewport.scrollHeight * down;
        const look = () => {
          const row = document.elementFromPoint(left + width / 2, top + height / 2)?.closest('[role="row"]');
          const away = Math.abs(Number(row?.getAttribute('row-index')) / total - down);
          if (row?.querySelector('[col-id="name"] a') && away < 0.01) resolve(performance.now() - began);
          else requestAnimationFrame(look);
        };
        requestAnimationFrame(look);
      }),
    share,
  );

/** Milliseconds from a keystroke in the search to rows on screen with the new text highlighted. */
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
            const marks = [...document.querySelectorAll('[role="gridcell"] mark')];
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

/** @param browser with an administrator's session */
export async function measureGridUse(browser: Browser, url: string): Promise<ResultRow[]> {
  const { page, layoutShift: moved, requests } = await openCold(browser, `${url}/Users/List`, firstViewSelectors);
  const heap = (await heapBytes(page)) / 1e6;
  const total = await page.$eval('[role="grid"]', (grid) => Number(grid.getAttribute('aria-rowcount')) - 1);
  const jumps: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    // Jumps near the middle, each time to rows that are not loaded yet.
    jumps.push(await jumpTo(page, 0.5 - 0.04 * round));
    await page.$eval('[role="grid"]', (viewport) => {
      viewport.scrollTop = 0;
    });
    await pause(300);
  }
  const scrolling = await measureScrolling(page);
  await page.$eval('[role="grid"]', (viewport) => {
    viewport.scrollTop = 0;
  });
  const keys: number[] = [];
  for (const word of searches) {
    for (let end = 1; end <= word.length; end += 1) {
      keys.push(await typeInto(page, word.slice(0, end)));
      await pause(300);
    }
    for (const _letter of word) await page.keyboard.press('Backspace');
    await page.waitForFunction(() => !document.querySelector('[role="gridcell"] mark'));
  }
  await page.close();
  const p95 = percentile(keys, 0.95);
  return [
    atMost('requests of the first view', requests, 14, String),
    atMost('the page moves by itself (CLS)', moved, 0.02, fraction),
    atMost('heap, fresh', heap, 18, (megabytes) => `${megabytes.toFixed(1)} MB`),
    atMost(`jump to a far row of ${integer(total)}`, median(jumps), 300, ms),
    {
      ...atMost('keystroke to filtered rows, p95', p95, total > 100_000 ? 250 : 120, ms),
      measured: `${ms(p95)} (median ${ms(median(keys))})`,
    },
    ...scrolling,
  ];
}

/** Medians of earlier runs, so that the larger list is compared with the smaller one. */
const loginMs: number[] = [];

export async function measureLogIn(browser: Browser, url: string): Promise<ResultRow[]> {
  const rounds: number[] = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    const took = await logInToRows(browser, url);
    // The first round fills caches.
    if (round > 0) rounds.push(took);
  }
  const medianMs = median(rounds);
  const smallerListMs = loginMs[0];
  loginMs.push(medianMs);
  return [
    atMost('from login to first rows', medianMs, 700, ms),
    ...(smallerListMs === undefined
      ? []
      : [
          atMost(
            '… as a multiple of what the smaller list took',
            medianMs / smallerListMs,
            1.2,
            (times) => `${times.toFixed(2)} ×`,
          ),
        ]),
  ];
}
