/** Growth of the page's objects over an hour's work in the users list, replayed quickly: after warm-up they must not grow. */
import type { Browser, Page } from 'puppeteer';
import { desktop, GRID_ROW_LINK, objectBytes } from './browser.ts';
import { atMost, unbudgeted, type ResultRow } from './resultTable.ts';

const WORK_ROUNDS = 300;
/** Warm-up: until then caches fill, and unused cache entries have not expired yet. */
const FIRST_SAMPLE_ROUND = 100;
const SAMPLE_EVERY_ROUNDS = 20;
/** The limit per round; less is noise of some megabytes. */
const MAX_SLOPE_KB = 2;

const filters = ['/Users/List/active', '/Users/List/admin', '/Users/List/disabled', '/Users/List/loggedIn', '/Users/List'];
const otherPages = ['/Organisations', '/Users/Audit', '/Users/Invite'];
const searches = ['an', 'mar', 'so', 'lee'];

/** Waits until one selector matches and another does not. Takes no element handles: they would keep the elements in memory. */
const waitFor = async (page: Page, present: string, absent: string): Promise<void> => {
  const matches = (one: string, other: string) => document.querySelector(one) !== null && document.querySelector(other) === null;
  await page.waitForFunction(matches, { timeout: 60_000 }, present, absent);
};
/** Waits for rows, or for an empty list. */
const waitForRows = (page: Page) =>
  waitFor(page, `${GRID_ROW_LINK}, :is([role="region"], [role="tabpanel"]) h2`, '[role="row"][row-index]:not(:has(a))');

async function clickLink(page: Page, address: string): Promise<void> {
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

/** One round: scrolls far, opens a user's panel, searches, filters, opens another page and comes back. */
async function runRound(page: Page, round: number): Promise<void> {
  await page.$eval(
    '[role="grid"]',
    (viewport, share) => {
      viewport.scrollTop = viewport.scrollHeight * share;
    },
    (round * 0.37) % 1,
  );
  const spot = await page.waitForFunction(() => {
    const viewport = document.querySelector('[role="grid"]');
    const { left = 0, top = 0, width = 0, height = 0 } = viewport?.getBoundingClientRect() ?? {};
    const [x, y] = [left + width / 2, top + height / 2];
    return document.elementFromPoint(x, y)?.closest('[role="row"]')?.querySelector('[col-id="name"] a') && { x, y };
  });
  const { x, y } = (await spot.jsonValue()) ?? { x: 0, y: 0 };
  await spot.dispose();
  await page.mouse.click(x, y);
  await waitFor(page, 'aside table', 'aside .ant-skeleton');
  await page.keyboard.press('Escape');
  await waitFor(page, GRID_ROW_LINK, 'aside');
  // The grid takes the focus back in the next frame.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  await page.focus('input[type="search"]');
  await page.keyboard.type(searches[round % searches.length] as string);
  await waitFor(page, '[role="gridcell"] mark', '.row-loading');
  await page.keyboard.press('Escape');
  await waitFor(page, GRID_ROW_LINK, '[role="gridcell"] mark');
  await clickLink(page, filters[round % filters.length] as string);
  await waitForRows(page);
  await clickLink(page, otherPages[round % otherPages.length] as string);
  await waitFor(page, 'h1', '[role="tablist"]');
  await clickLink(page, '/Users/List');
  await waitForRows(page);
}

/** Slope of the least-squares line through the points. */
function slopeOf(points: readonly (readonly [number, number])[]): number {
  const mean = (index: 0 | 1) => points.reduce((sum, point) => sum + point[index], 0) / points.length;
  const [x, y] = [mean(0), mean(1)];
  const covariance = points.reduce((sum, point) => sum + (point[0] - x) * (point[1] - y), 0);
  return covariance / points.reduce((sum, point) => sum + (point[0] - x) ** 2, 0);
}

export async function measureHeapGrowth(browser: Browser, url: string): Promise<ResultRow[]> {
  const page = await browser.newPage();
  await page.setViewport(desktop);
  await page.goto(`${url}/Users/List`);
  await waitForRows(page);
  const points: [number, number][] = [];
  for (let round = 1; round <= WORK_ROUNDS; round += 1) {
    await runRound(page, round);
    if (round >= FIRST_SAMPLE_ROUND && round % SAMPLE_EVERY_ROUNDS === 0) points.push([round, (await objectBytes(page)) / 1e3]);
  }
  const heapMb = points.map(([, kb]) => (kb / 1e3).toFixed(1));
  return [
    atMost(
      `objects in the heap, growth a round of work (${String(WORK_ROUNDS)} rounds)`,
      slopeOf(points),
      MAX_SLOPE_KB,
      (kb) => `${kb.toFixed(1)} KB`,
    ),
    unbudgeted(`… after ${String(FIRST_SAMPLE_ROUND)} rounds, and after all`, `${heapMb[0] ?? ''} MB, ${heapMb.at(-1) ?? ''} MB`),
  ];
}
