/** A page whose time can be passed: a minute's wait is over at once, and whoever would have given up in it has. */
import type { Page } from 'puppeteer';

declare global {
  interface Window {
    passTime: (ms: number) => void;
  }
}

/** Before the page opens anything. @returns what lets so many milliseconds pass there: its clock jumps, and what its timers were to do by then happens in turn. */
export async function canPassTime(page: Page): Promise<(ms: number) => Promise<void>> {
  await page.evaluateOnNewDocument(install);
  return (ms) =>
    page.evaluate((time) => {
      window.passTime(time);
    }, ms);
}

/** Runs in the page. */
function install(): void {
  interface Waiting {
    readonly due: number;
    readonly act: () => void;
  }
  // As browsers have them: the types at hand are those of Node.
  const clock = window as unknown as {
    setTimeout: (run: unknown, ms?: number, ...given: unknown[]) => number;
    clearTimeout: (id?: number) => void;
  };
  const { setTimeout: start, clearTimeout: stop } = clock;
  const realNow = Date.now.bind(Date);
  const waiting = new Map<number, Waiting>();
  let ahead = 0;
  Date.now = () => realNow() + ahead;
  const wait = (run: unknown, ms = 0, ...given: unknown[]): number => {
    const act = () => {
      waiting.delete(id);
      if (typeof run === 'function') Reflect.apply(run, window, given);
    };
    const id = start.call(window, act, ms);
    waiting.set(id, { due: Date.now() + ms, act });
    return id;
  };
  clock.setTimeout = wait;
  clock.clearTimeout = (id) => {
    waiting.delete(Number(id));
    stop.call(window, id);
  };
  AbortSignal.timeout = (ms) => {
    const limit = new AbortController();
    wait(() => {
      limit.abort(new DOMException('Too slow', 'TimeoutError'));
    }, ms);
    return limit.signal;
  };
  window.passTime = (ms) => {
    const end = Date.now() + ms;
    for (;;) {
      const [next] = [...waiting].filter(([, { due }]) => due <= end).sort(([, one], [, other]) => one.due - other.due);
      if (!next) break;
      const [id, { due, act }] = next;
      ahead += Math.max(0, due - Date.now());
      clock.clearTimeout(id);
      act();
    }
    ahead += Math.max(0, end - Date.now());
  };
}
