/** Publishes the height of an element that sticks to an edge as a CSS variable, so that others can offset by it. */
import { useLayoutEffect, useRef } from 'react';

/** `name`: the variable's, such as `--impersonation`; removed when the element is. */
export function useHeightVariable<Measured extends HTMLElement>(name: `--${string}`, isShown = true) {
  const element = useRef<Measured>(null);
  useLayoutEffect(() => {
    const measured = element.current;
    if (!measured || !isShown) return undefined;
    const root = document.documentElement;
    const observer = new ResizeObserver(() => {
      root.style.setProperty(name, `${measured.offsetHeight}px`);
    });
    observer.observe(measured);
    return () => {
      observer.disconnect();
      root.style.removeProperty(name);
    };
  }, [name, isShown]);
  return element;
}
