/** Width available to rows, in whole pixels: the frame without its scroll bar. Measured before the first paint. */
import { type RefObject, useLayoutEffect, useState } from 'react';

/** Width of the scroll bar; 0 for overlay scroll bars. */
function scrollBarWidth(): number {
  const box = document.createElement('div');
  box.style.cssText = 'position:fixed;width:99px;height:99px;overflow-y:scroll;visibility:hidden';
  document.body.append(box);
  const width = box.offsetWidth - box.clientWidth;
  box.remove();
  return width;
}

export function useRowWidth(frame: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const element = frame.current;
    if (!element) return undefined;
    const bar = scrollBarWidth();
    const measure = () => {
      setWidth(Math.max(0, Math.floor(element.clientWidth) - bar));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => {
      observer.disconnect();
    };
  }, [frame]);
  return width;
}
