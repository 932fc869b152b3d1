/** How smoothly the list scrolls: frames a second, and whether any task keeps them waiting. */
import type { Page } from 'puppeteer';
import { median, ms } from './figures.ts';
import { ROUNDS } from './rate.ts';
import { atLeast, atMost, type Row } from './table.ts';

/** A brisk wheel: some fifty rows a second, for three seconds. */
const FAST = 2_000;
const FAR = 6_000;

interface Scrolled {
  readonly frames: number;
  readonly longest: number;
}

/** Notes frames and long tasks from now on. Runs in the page. */
function note(): void {
  const notes = { began: performance.now(), frames: 0, longest: 0 };
  const observer = new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) notes.longest = Math.max(notes.longest, duration);
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
    return { frames: (notes.frames * 1000) / (performance.now() - notes.began), longest: notes.longest };
  };
  Object.assign(window, { end });
}

async function scroll(page: Page, selector: string, distance: number): Promise<Scrolled> {
  const { x, y } = await page.$eval(selector, (element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    return { x: left + width / 2, y: top + height / 2 };
  });
  const session = await page.createCDPSession();
  await page.evaluate(note);
  await session.send('Input.synthesizeScrollGesture', { x, y, yDistance: -distance, speed: FAST, gestureSourceType: 'mouse' });
  const scrolled = await page.evaluate(() => (window as unknown as { end: () => Scrolled }).end());
  await session.detach();
  return scrolled;
}

/** @param page with the list, at its top */
export async function measureScrolling(page: Page): Promise<Row[]> {
  const rounds: Scrolled[] = [];
  for (let round = 0; round < ROUNDS; round += 1) rounds.push(await scroll(page, '.ag-grid-viewport', FAR));
  const frames = median(rounds.map((round) => round.frames));
  const longest = median(rounds.map((round) => round.longest));
  return [
    atLeast('scrolling, frames a second', Math.round(frames), 60, String),
    { ...atMost('scrolling, its longest task', longest, 50, ms), ...(longest === 0 && { measured: 'none over 50 ms' }) },
  ];
}
