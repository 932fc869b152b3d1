/**
 * Restores the scroll position on Back, in the signed-in pages, whose lists grow. The router's `ScrollRestoration` scrolls once, before late
 * rows have made the page long enough, and treats each change of the search as a new page.
 */
import { useEffect, useLayoutEffect } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router';
import { HistoryMemory } from './historyMemory.ts';

const positions = new HistoryMemory<number>();

/** Longest wait for late content. */
const GROWTH_MAX_WAIT_MS = 2000;

/** Scrolls to `top` once the page is long enough for it; scrolling by the user cancels it. @returns cancel */
function scrollWhenLongEnough(top: number): () => void {
  const controller = new AbortController();
  const stop = () => {
    controller.abort();
  };
  const observer = new ResizeObserver(() => {
    scrollTo(0, top);
    if (Math.abs(scrollY - top) < 2) controller.abort();
  });
  const timer = setTimeout(stop, GROWTH_MAX_WAIT_MS);
  controller.signal.addEventListener('abort', () => {
    clearTimeout(timer);
    observer.disconnect();
  });
  for (const event of ['wheel', 'touchstart', 'keydown', 'pointerdown']) {
    addEventListener(event, stop, { signal: controller.signal, passive: true });
  }
  observer.observe(document.body);
  return stop;
}

export function useScrollRestoration(): void {
  const { key, pathname } = useLocation();
  const navigationType = useNavigationType();

  useEffect(() => {
    history.scrollRestoration = 'manual';
    // For a reload, a return from another site, and the sign-in pages, the browser restores the position.
    const restoreByBrowser = () => {
      history.scrollRestoration = 'auto';
    };
    addEventListener('pagehide', restoreByBrowser);
    return () => {
      restoreByBrowser();
      removeEventListener('pagehide', restoreByBrowser);
    };
  }, []);

  // A layout effect: a page that just became shorter would otherwise overwrite the former page's position.
  useLayoutEffect(() => {
    const remember = () => {
      positions.set(key, scrollY);
    };
    addEventListener('scroll', remember, { passive: true });
    return () => {
      removeEventListener('scroll', remember);
    };
  }, [key]);

  useEffect(() => {
    const top = navigationType === NavigationType.Pop ? positions.get(key) : undefined;
    return top === undefined ? undefined : scrollWhenLongEnough(top);
    // Only a new path counts as a new page, not a new search or hash.
    // eslint-disable-next-line react-hooks/exhaustive-deps -- key and navigation type as of the change of path
  }, [pathname]);
}
