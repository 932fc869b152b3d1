/** Width available to rows, in whole pixels: the frame without its scroll bar. Measured before the first paint. */
import { type RefObject, useLayoutEffect, useState } from 'react';
import { beforePaint } from '../beforePaint.ts';

let knownScrollBarWidth: number | undefined;

/** Width of the scroll bar; 0 for overlay scroll bars. */
function scrollBarWidth(): number {
  if (knownScrollBarWidth !== undefined) return knownScrollBarWidth;
  const box = document.createElement('div');
  box.style.cssText = 'position:fixed;width:99px;height:99px;overflow-y:scroll;visibility:hidden';
  document.body.append(box);
  knownScrollBarWidth = box.offsetWidth - box.clientWidth;
  box.remove();
  return knownScrollBarWidth;
}

/** @param besidePx what the frame probably leaves free of the window: rows of that width need not be drawn a second time */
export function useRowWidth(frame: RefObject<HTMLElement | null>, besidePx?: number): number {
  const [width, setWidth] = useState(() =>
    besidePx === undefined ? 0 : Math.max(0, Math.floor(innerWidth) - besidePx - scrollBarWidth()),
  );
  useLayoutEffect(() => {
    const element = frame.current;
    if (!element) return undefined;
    const measure = () => {
      // Without a layout there is nothing to measure.
      if (element.clientWidth > 0) setWidth(Math.max(0, Math.floor(element.clientWidth) - scrollBarWidth()));
    };
    const cancel = beforePaint(measure);
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => {
      cancel();
      observer.disconnect();
    };
  }, [frame]);
  return width;
}
