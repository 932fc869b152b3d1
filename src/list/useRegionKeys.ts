/** F6 goes from one region of a list to the next: toolbar, rows, drawer, bulk bar, notices, and around; Shift+F6 goes back. */
import { useEffect } from 'react';

/** Marks a region; they are visited in the document's order. */
const REGION = '[data-region]';
const STOP = ['a[href]', 'button:enabled', 'input:enabled', '[tabindex="0"]']
  .map((stop) => `${stop}:not([tabindex="-1"])`)
  .join();

const isSeen = (element: HTMLElement): boolean => element.getClientRects().length > 0;

/** The region's first stop of Tab, which for the grid leads to the cell that had the focus last. */
const stopIn = (region: HTMLElement): HTMLElement | undefined => [...region.querySelectorAll<HTMLElement>(STOP)].find(isSeen);

/** @returns whether there is another region to go to */
export function goToRegion(step: 1 | -1): boolean {
  const regions = [...document.querySelectorAll<HTMLElement>(REGION)];
  const from = regions.findIndex((region) => region.contains(document.activeElement));
  const start = from < 0 && step < 0 ? 0 : from;
  const next = regions
    .map((_, index) => regions.at((start + step * (index + 1)) % regions.length))
    .find((one) => one && stopIn(one));
  if (!next) return false;
  stopIn(next)?.focus();
  return true;
}

export function useRegionKeys(): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'F6' || event.defaultPrevented || document.querySelector('[aria-modal="true"], .popup')) return;
      if (goToRegion(event.shiftKey ? -1 : 1)) event.preventDefault();
    };
    addEventListener('keydown', onKeyDown);
    return () => {
      removeEventListener('keydown', onKeyDown);
    };
  }, []);
}
