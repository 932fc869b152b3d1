/** Work that can wait until the page has loaded and has nothing better to do. */

const FALLBACK_MS = 2000;

export function whenIdle(work: () => void): void {
  const soon = () => {
    if ('requestIdleCallback' in window) requestIdleCallback(work, { timeout: FALLBACK_MS * 2 });
    else setTimeout(work, FALLBACK_MS);
  };
  if (document.readyState === 'complete') soon();
  else addEventListener('load', soon, { once: true });
}
