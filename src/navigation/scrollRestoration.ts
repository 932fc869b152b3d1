/**
 * Back restores the scroll position; a new page begins at its top. Not the router's `ScrollRestoration`: it scrolls once, before late rows
 * have made the page long enough, and takes each change of the search for a new page.
 */
import { useEffect, useLayoutEffect } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router';
import { HistoryMemory } from './historyMemory.ts';

const places = new HistoryMemory<number>();

/** For the page to become long enough again. */
const GROWTH_MAX_WAIT_MS = 2000;

/** Scrolls to `top` once the page is long enough for it; the user's own scrolling wins. Returns what stops it. */
function scrollWhenLongEnough(top: number): () => void {
  const stop = new AbortController();
  const stopNow = () => {
    stop.abort();
  };
  const observer = new ResizeObserver(() => {
    scrollTo(0, top);
    if (Math.abs(scrollY - top) < 2) stop.abort();
  });
  const giveUp = setTimeout(stopNow, GROWTH_MAX_WAIT_MS);
  stop.signal.addEventListener('abort', () => {
    clearTimeout(giveUp);
    observer.disconnect();
  });
  for (const event of ['wheel', 'touchstart', 'keydown', 'pointerdown']) {
    addEventListener(event, stopNow, { signal: stop.signal, passive: true });
  }
  observer.observe(document.body);
  return stopNow;
}

export function useScrollRestoration(): void {
  const { key, pathname } = useLocation();
  const arrival = useNavigationType();

  useEffect(() => {
    history.scrollRestoration = 'manual';
    // A reload, or coming back from elsewhere, is the browser's own business.
    const handOver = () => {
      history.scrollRestoration = 'auto';
    };
    addEventListener('pagehide', handOver);
    return () => {
      removeEventListener('pagehide', handOver);
    };
  }, []);

  // Before the next frame, so that a page that just became shorter does not overwrite the position of the former one.
  useLayoutEffect(() => {
    const remember = () => {
      places.set(key, scrollY);
    };
    addEventListener('scroll', remember, { passive: true });
    return () => {
      removeEventListener('scroll', remember);
    };
  }, [key]);

  useEffect(() => {
    if (arrival !== NavigationType.Pop) {
      scrollTo(0, 0);
      return undefined;
    }
    const top = places.get(key);
    return top === undefined ? undefined : scrollWhenLongEnough(top);
    // A change of the search or hash alone is no new page, so only a new path counts as one.
    // eslint-disable-next-line react-hooks/exhaustive-deps -- key and arrival are those of the moment the path changed
  }, [pathname]);
}
