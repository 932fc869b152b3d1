/** Runs work once the page has loaded, shows what it was opened for, and is idle. */

const FALLBACK_MS = 2000;

/** Parts of the first view that are still loading. */
const awaited = new Set<Promise<unknown>>();

/**
 * Makes work for idle times wait until `part` of the first view is there, or has failed: it would compete with it for the
 * connection.
 */
export function idleAfter(part: Promise<unknown>): void {
  awaited.add(part);
  const done = () => awaited.delete(part);
  part.then(done, done);
}

/** Makes work for idle times wait until the returned function is called. */
export function holdIdle(): () => void {
  let release: (() => void) | undefined;
  idleAfter(
    new Promise<void>((resolve) => {
      release = resolve;
    }),
  );
  return () => release?.();
}

export function whenIdle(work: () => void): void {
  const run = () => {
    if (awaited.size > 0) void Promise.allSettled(awaited).then(schedule);
    else work();
  };
  const schedule = () => {
    if ('requestIdleCallback' in window) requestIdleCallback(run, { timeout: FALLBACK_MS * 2 });
    else setTimeout(run, FALLBACK_MS);
  };
  if (document.readyState === 'complete') schedule();
  else addEventListener('load', schedule, { once: true });
}
