/** For what sticks to the top of the window: the height of the element as a CSS variable, so that what sticks below it makes room. */
import { useLayoutEffect, useRef } from 'react';

/** `name` of the variable, such as `--acting`; gone with the element. */
export function useHeightVariable<Shown extends HTMLElement>(name: `--${string}`) {
  const element = useRef<Shown>(null);
  useLayoutEffect(() => {
    const shown = element.current;
    if (!shown) return undefined;
    const root = document.documentElement;
    const watch = new ResizeObserver(() => {
      root.style.setProperty(name, `${shown.offsetHeight}px`);
    });
    watch.observe(shown);
    return () => {
      watch.disconnect();
      root.style.removeProperty(name);
    };
  }, [name]);
  return element;
}
