/** Smoothness of scrolling the users list: frames per second and the longest task. */
import type { Page } from 'puppeteer';
import { median, ms } from './statistics.ts';
import { ROUNDS } from './rate.ts';
import { atLeast, atMost, type ResultRow } from './resultTable.ts';

/** About fifty rows per second, for three seconds. */
const SPEED_PX_PER_S = 2_000;
const DISTANCE_PX = 6_000;

interface Scrolled {
  readonly framesPerSecond: number;
  readonly longestTaskMs: number;
}

/** Starts recording frames and long tasks. Runs in the page. */
function startRecording(): void {
  const notes = { began: performance.now(), frames: 0, longestTaskMs: 0 };
  const observer = new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) notes.longestTaskMs = Math.max(notes.longestTaskMs, duration);
  });
  observer.observe({ type: 'longtask' });
  let ended = false;
  const count = () => {
    notes.frames += 1;
    if (!ended) requestAnimationFrame(count);
  };
  requestAnimationFrame(count);
  const end = (): Scrolled => {
    ended = true;
    observer.disconnect();
    return { framesPerSecond: (notes.frames * 1000) / (performance.now() - notes.began), longestTaskMs: notes.longestTaskMs };
  };
  Object.assign(window, { end });
}

async function scroll(page: Page, selector: string, distancePx: number): Promise<Scrolled> {
  const { x, y } = await page.$eval(selector, (element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    return { x: left + width / 2, y: top + height / 2 };
  });
  const session = await page.createCDPSession();
  await page.evaluate(startRecording);
  await session.send('Input.synthesizeScrollGesture', {
    x,
    y,
    yDistance: -distancePx,
    speed: SPEED_PX_PER_S,
    gestureSourceType: 'mouse',
  });
  const scrolled = await page.evaluate(() => (window as unknown as { end: () => Scrolled }).end());
  await session.detach();
  return scrolled;
}

/** @param page showing the users list, scrolled to the top */
export async function measureScrolling(page: Page): Promise<ResultRow[]> {
  const rounds: Scrolled[] = [];
  for (let round = 0; round < ROUNDS; round += 1) rounds.push(await scroll(page, '[role="grid"]', DISTANCE_PX));
  const framesPerSecond = median(rounds.map((round) => round.framesPerSecond));
  const longestTaskMs = median(rounds.map((round) => round.longestTaskMs));
  return [
    atLeast('scrolling, frames a second', Math.round(framesPerSecond), 60, String),
    {
      ...atMost('scrolling, its longest task', longestTaskMs, 50, ms),
      ...(longestTaskMs === 0 && { measured: 'none over 50 ms' }),
    },
  ];
}
