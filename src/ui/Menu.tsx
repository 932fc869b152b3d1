/** A menu (WAI-ARIA pattern): arrows, Home, End and first letters move, Escape and Tab close, focus returns. */
import { type KeyboardEvent, useEffect, useLayoutEffect, useRef } from 'react';
import { positionBeside, type MenuAnchor } from './menuPosition.ts';

export interface MenuItem {
  readonly key: string;
  readonly label: string;
  /** Why the item is disabled; it stays focusable, but does nothing. */
  readonly reason?: string | undefined;
  readonly danger?: boolean;
  /** A separator above it. */
  readonly apart?: boolean;
  readonly onSelect: () => void;
}

interface Props {
  readonly label: string;
  readonly place: MenuAnchor;
  readonly items: readonly MenuItem[];
  readonly onClose: () => void;
}

const targetIndices: Readonly<Record<string, (index: number, count: number) => number>> = {
  ArrowDown: (index, count) => (index + 1) % count,
  ArrowUp: (index, count) => (index - 1 + count) % count,
  Home: () => 0,
  End: (_at, count) => count - 1,
};

export function Menu({ label, place, items, onClose }: Props) {
  const menu = useRef<HTMLDivElement>(null);

  useLayoutEffect(() => {
    const element = menu.current;
    if (!element) return undefined;
    const focusedBefore = document.activeElement;
    element.showPopover();
    const { left, top } = positionBeside(place, element.getBoundingClientRect(), { width: innerWidth, height: innerHeight });
    element.style.left = `${left}px`;
    element.style.top = `${top}px`;
    element.querySelector<HTMLElement>('[role="menuitem"]')?.focus();
    return () => {
      // The chosen item may have moved the focus already.
      const hasFocus = document.activeElement === document.body || element.contains(document.activeElement);
      if (hasFocus && focusedBefore instanceof HTMLElement && focusedBefore.isConnected) focusedBefore.focus();
    };
  }, [place]);

  useEffect(() => {
    const onOutside = (event: Event) => {
      if (!(event.target instanceof Node && menu.current?.contains(event.target))) onClose();
    };
    const stop = new AbortController();
    for (const kind of ['pointerdown', 'wheel', 'resize']) {
      addEventListener(kind, onOutside, { capture: true, passive: true, signal: stop.signal });
    }
    return () => {
      stop.abort();
    };
  }, [onClose]);

  const onKeyDown = (event: KeyboardEvent) => {
    const options = [...(menu.current?.querySelectorAll<HTMLElement>('[role="menuitem"]') ?? [])];
    const index = options.findIndex((option) => option === document.activeElement);
    const targetIndex = targetIndices[event.key];
    if (targetIndex) options[targetIndex(index, options.length)]?.focus();
    else if (event.key === 'Escape' || event.key === 'Tab') onClose();
    else if (event.key.length === 1 && event.key !== ' ') nextStartingWith(event.key, options, index)?.focus();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <div ref={menu} popover="manual" role="menu" aria-label={label} className="menu" onKeyDown={onKeyDown}>
      {items.map(({ key, label: name, reason, danger, apart, onSelect }) => (
        <button
          key={key}
          type="button"
          role="menuitem"
          tabIndex={-1}
          className={`menu-item${danger ? ' menu-item-danger' : ''}${apart ? ' menu-item-apart' : ''}`}
          aria-disabled={reason !== undefined}
          onClick={() => {
            if (reason !== undefined) return;
            onClose();
            onSelect();
          }}
        >
          {name}
          {reason !== undefined && <span className="menu-reason">{reason}</span>}
        </button>
      ))}
    </div>
  );
}

/** The next one after the focused, wrapping around. */
const nextStartingWith = (letter: string, options: readonly HTMLElement[], index: number): HTMLElement | undefined =>
  [...options.slice(index + 1), ...options.slice(0, index + 1)].find((option) =>
    option.textContent.toLowerCase().startsWith(letter.toLowerCase()),
  );
