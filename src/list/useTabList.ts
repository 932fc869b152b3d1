/** Tabs over a list: arrows, Home and End move the focus; the selected one is kept in sight where not all have room. */
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { whenIdle } from '@src/browser/whenIdle.ts';

const nextTabIndex: Readonly<Record<string, (index: number, count: number) => number>> = {
  ArrowRight: (index, count) => (index + 1) % count,
  ArrowLeft: (index, count) => (index - 1 + count) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
};

/** Scrolls the tabs alone. */
function showSelected(tabs: HTMLElement): void {
  const selected = tabs.querySelector('[aria-selected="true"]')?.getBoundingClientRect();
  const { left, right } = tabs.getBoundingClientRect();
  if (selected && (selected.left < left || selected.right > right)) tabs.scrollLeft += selected.left - left;
}

/**
 * @param controls id of the tab panel
 * @param shown changes with the selected tab and with the width of the tabs, as when their counts come
 */
export function useTabList(controls: string, shown: string) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // It waits for the first rows, which the layout would delay.
    whenIdle(() => {
      if (list.current) showSelected(list.current);
    });
  }, [shown]);
  const moveFocus = (event: KeyboardEvent) => {
    const tabElements = [...(list.current?.querySelectorAll<HTMLElement>('[role="tab"]') ?? [])];
    const index = tabElements.findIndex((tab) => tab === event.target);
    const next = nextTabIndex[event.key]?.(index, tabElements.length);
    if (index < 0 || next === undefined) return;
    event.preventDefault();
    tabElements[next]?.focus();
  };
  const tabProps = (isSelected: boolean) => ({
    role: 'tab',
    className: 'tab row row-tight',
    'aria-selected': isSelected,
    'aria-controls': controls,
    onKeyDown: moveFocus,
    tabIndex: isSelected ? 0 : -1,
  });
  return { list, tabProps };
}
