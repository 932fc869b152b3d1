/** An hour's work in the list in fast motion, and what of it the page's memory keeps: once everything has been seen, nothing more. */
import type { Browser, Page } from 'puppeteer';
import { desk, GRID, heapOf } from './browser.ts';
import { atMost, noted, type Row } from './table.ts';

const WORKING_ROUNDS = 300;
/** Until then caches fill, and what nobody reads any more has not yet been let go of. */
const FIRST_NOTED = 100;
const NOTED_EVERY = 20;
/** What a slope may be and still be called none: noise of a heap of some ten megabytes. */
const FLAT_KB = 2;

const filters = ['/Users/List/active', '/Users/List/admin', '/Users/List/disabled', '/Users/List?only=locked', '/Users/List'];
const elsewhere = ['/Organisations', '/Users/Audit', '/Users/Invite'];
const searches = ['an', 'mar', 'so', 'lee'];

/** Waits for one thing to be there and another to be gone. No handle is taken of either, since whatever has one is never let go of. */
const until = async (page: Page, there: string, gone: string): Promise<void> => {
  const seen = (one: string, other: string) => document.querySelector(one) !== null && document.querySelector(other) === null;
  await page.waitForFunction(seen, { timeout: 60_000 }, there, gone);
};
const rows = (page: Page) => until(page, GRID, '.ag-row.row-loading');

async function follow(page: Page, address: string): Promise<void> {
  await page.waitForFunction(
    (wanted) => {
      const link = document.querySelector<HTMLElement>(`a[href="${wanted}"]`);
      link?.click();
      return link !== null;
    },
    {},
    address,
  );
  await page.waitForFunction((wanted) => location.pathname + location.search === wanted, {}, address);
}

/** One round of what an administrator does: scrolls far, looks at somebody, searches, filters, goes elsewhere and comes back. */
async function work(page: Page, turn: number): Promise<void> {
  await page.$eval(
    '.ag-grid-viewport',
    (viewport, share) => {
      viewport.scrollTop = viewport.scrollHeight * share;
    },
    (turn * 0.37) % 1,
  );
  const spot = await page.waitForFunction(() => {
    const viewport = document.querySelector('.ag-grid-viewport');
    const { left = 0, top = 0, width = 0, height = 0 } = viewport?.getBoundingClientRect() ?? {};
    const [x, y] = [left + width / 2, top + height / 2];
    return document.elementFromPoint(x, y)?.closest('.ag-row')?.querySelector('[col-id="userName"] a') && { x, y };
  });
  const { x, y } = (await spot.jsonValue()) ?? { x: 0, y: 0 };
  await spot.dispose();
  await page.mouse.click(x, y);
  await until(page, '.side-facts', '.side-panel .skeleton');
  await page.keyboard.press('Escape');
  await until(page, GRID, '.side-panel');
  // In the frame after that the grid takes the focus back; nobody's hands are so quick.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  await page.focus('input[type="search"]');
  await page.keyboard.type(searches[turn % searches.length] as string);
  await until(page, '.ag-row mark', '.row-loading');
  await page.keyboard.press('Escape');
  await until(page, GRID, '.ag-row mark');
  await follow(page, filters[turn % filters.length] as string);
  await rows(page);
  await follow(page, elsewhere[turn % elsewhere.length] as string);
  await until(page, 'h1', '.users-tabs');
  await follow(page, '/Users/List');
  await rows(page);
}

/** By how much the later grow beyond the earlier, per step: the slope of the line that is nearest to all. */
function slopeOf(points: readonly (readonly [number, number])[]): number {
  const mean = (index: 0 | 1) => points.reduce((sum, point) => sum + point[index], 0) / points.length;
  const [x, y] = [mean(0), mean(1)];
  const along = points.reduce((sum, point) => sum + (point[0] - x) * (point[1] - y), 0);
  return along / points.reduce((sum, point) => sum + (point[0] - x) ** 2, 0);
}

export async function measureHour(browser: Browser, url: string): Promise<Row[]> {
  const page = await browser.newPage();
  await page.setViewport(desk);
  await page.goto(`${url}/Users/List`);
  await rows(page);
  const points: [number, number][] = [];
  for (let turn = 1; turn <= WORKING_ROUNDS; turn += 1) {
    await work(page, turn);
    if (turn >= FIRST_NOTED && turn % NOTED_EVERY === 0) points.push([turn, (await heapOf(page)) / 1e3]);
  }
  const told = points.map(([, kb]) => (kb / 1e3).toFixed(1));
  return [
    atMost(
      `heap, growth a round of work (${String(WORKING_ROUNDS)} rounds)`,
      slopeOf(points),
      FLAT_KB,
      (kb) => `${kb.toFixed(1)} KB`,
    ),
    noted(`… after ${String(FIRST_NOTED)} rounds, and after all`, `${told[0] ?? ''} MB, ${told.at(-1) ?? ''} MB`),
  ];
}
