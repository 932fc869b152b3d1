/** Fake clock in a page: advances Date.now and fires setTimeout and AbortSignal.timeout without waiting. */
import type { Page } from 'puppeteer';

declare global {
  interface Window {
    advanceClock: (ms: number) => void;
  }
}

/** Call before the first navigation. @returns a function that advances the page's clock by milliseconds and fires timers in order */
export async function installFakeClock(page: Page): Promise<(ms: number) => Promise<void>> {
  await page.evaluateOnNewDocument(install);
  return (ms) =>
    page.evaluate((time) => {
      window.advanceClock(time);
    }, ms);
}

/** Runs in the page. */
function install(): void {
  interface Timer {
    readonly due: number;
    readonly fire: () => void;
  }
  // The browser's signatures; the global types are Node's.
  const clock = window as unknown as {
    setTimeout: (run: unknown, ms?: number, ...given: unknown[]) => number;
    clearTimeout: (id?: number) => void;
  };
  const { setTimeout: start, clearTimeout: stop } = clock;
  const realNow = Date.now.bind(Date);
  const timers = new Map<number, Timer>();
  let aheadMs = 0;
  Date.now = () => realNow() + aheadMs;
  const addTimer = (run: unknown, ms = 0, ...given: unknown[]): number => {
    const fire = () => {
      timers.delete(id);
      if (typeof run === 'function') Reflect.apply(run, window, given);
    };
    const id = start.call(window, fire, ms);
    timers.set(id, { due: Date.now() + ms, fire });
    return id;
  };
  clock.setTimeout = addTimer;
  clock.clearTimeout = (id) => {
    timers.delete(Number(id));
    stop.call(window, id);
  };
  AbortSignal.timeout = (ms) => {
    const limit = new AbortController();
    addTimer(() => {
      limit.abort(new DOMException('Too slow', 'TimeoutError'));
    }, ms);
    return limit.signal;
  };
  window.advanceClock = (ms) => {
    const end = Date.now() + ms;
    for (;;) {
      const [next] = [...timers].filter(([, { due }]) => due <= end).sort(([, first], [, second]) => first.due - second.due);
      if (!next) break;
      const [id, { due, fire }] = next;
      aheadMs += Math.max(0, due - Date.now());
      clock.clearTimeout(id);
      fire();
    }
    aheadMs += Math.max(0, end - Date.now());
  };
}
