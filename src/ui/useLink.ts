/** Makes an anchor a link within the product: its address, and navigation on a plain click. */
import type { MouseEvent } from 'react';
import { useHref, useNavigate } from 'react-router';

type ClickHandler = (event: MouseEvent<HTMLAnchorElement>) => void;

/** Clicks for a new tab, a download or a menu are left to the browser. */
const isPlain = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean =>
  button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey;

/** @param onFollow replaces the navigation of a plain click */
export function useLink(to: string, onFollow?: () => void): { readonly href: string; readonly onClick: ClickHandler } {
  const href = useHref(to);
  const navigate = useNavigate();
  const onClick: ClickHandler = (event) => {
    if (event.defaultPrevented || !isPlain(event)) return;
    event.preventDefault();
    if (onFollow) onFollow();
    // Works as in browsers: a link to the current address, such as the second of a double click, adds no history entry.
    else void navigate(to, { replace: event.currentTarget.href === location.href });
  };
  return { href, onClick };
}
