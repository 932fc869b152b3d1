/** Runs work once the page has loaded and is idle. */

const FALLBACK_MS = 2000;

export function whenIdle(work: () => void): void {
  const schedule = () => {
    if ('requestIdleCallback' in window) requestIdleCallback(work, { timeout: FALLBACK_MS * 2 });
    else setTimeout(work, FALLBACK_MS);
  };
  if (document.readyState === 'complete') schedule();
  else addEventListener('load', schedule, { once: true });
}
