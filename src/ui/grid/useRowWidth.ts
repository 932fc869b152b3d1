/** How wide the rows of a grid can be, in whole pixels: the frame without its vertical scroll bar. Known before the first paint. */
import { type RefObject, useLayoutEffect, useState } from 'react';

/** 0 where scroll bars lie over what they scroll. */
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
    const measured = frame.current;
    if (!measured) return undefined;
    const bar = scrollBarWidth();
    const measure = () => {
      setWidth(Math.max(0, Math.floor(measured.clientWidth) - bar));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(measured);
    return () => {
      observer.disconnect();
    };
  }, [frame]);
  return width;
}
