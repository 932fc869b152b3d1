/** A menu that opens beside a button or at the pointer: arrows, Home, End and first letters move, Escape and Tab leave, focus goes back. */
import { type KeyboardEvent, useEffect, useLayoutEffect, useRef } from 'react';
import { beside, type MenuPlace } from './menuPlace.ts';

export interface MenuItem {
  readonly key: string;
  readonly label: string;
  /** Why it can't be done now; such an item can be reached and read, but does nothing. */
  readonly reason?: string | undefined;
  readonly danger?: boolean;
  /** A line above it. */
  readonly apart?: boolean;
  readonly onSelect: () => void;
}

interface Props {
  readonly label: string;
  readonly place: MenuPlace;
  readonly items: readonly MenuItem[];
  readonly onClose: () => void;
}

const steps: Readonly<Record<string, (at: number, count: number) => number>> = {
  ArrowDown: (at, count) => (at + 1) % count,
  ArrowUp: (at, count) => (at - 1 + count) % count,
  Home: () => 0,
  End: (_at, count) => count - 1,
};

export function Menu({ label, place, items, onClose }: Props) {
  const menu = useRef<HTMLDivElement>(null);

  useLayoutEffect(() => {
    const shown = menu.current;
    if (!shown) return undefined;
    const before = document.activeElement;
    shown.showPopover();
    const { left, top } = beside(place, shown.getBoundingClientRect(), { width: innerWidth, height: innerHeight });
    shown.style.left = `${left}px`;
    shown.style.top = `${top}px`;
    shown.querySelector<HTMLElement>('[role="menuitem"]')?.focus();
    return () => {
      // Whoever was chosen may have taken the focus somewhere already.
      const isOurs = document.activeElement === document.body || shown.contains(document.activeElement);
      if (isOurs && before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, [place]);

  useEffect(() => {
    const away = (event: Event) => {
      if (!(event.target instanceof Node && menu.current?.contains(event.target))) onClose();
    };
    const stop = new AbortController();
    for (const kind of ['pointerdown', 'wheel', 'resize']) {
      addEventListener(kind, away, { capture: true, passive: true, signal: stop.signal });
    }
    return () => {
      stop.abort();
    };
  }, [onClose]);

  const press = (event: KeyboardEvent) => {
    const choices = [...(menu.current?.querySelectorAll<HTMLElement>('[role="menuitem"]') ?? [])];
    const at = choices.findIndex((choice) => choice === document.activeElement);
    const step = steps[event.key];
    if (step) choices[step(at, choices.length)]?.focus();
    else if (event.key === 'Escape' || event.key === 'Tab') onClose();
    else if (event.key.length === 1 && event.key !== ' ') nextBeginningWith(event.key, choices, at)?.focus();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <div ref={menu} popover="manual" role="menu" aria-label={label} className="menu" onKeyDown={press}>
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

/** After the one that has the focus, round to the first again. */
const nextBeginningWith = (letter: string, choices: readonly HTMLElement[], at: number): HTMLElement | undefined =>
  [...choices.slice(at + 1), ...choices.slice(0, at + 1)].find((choice) =>
    choice.textContent.toLowerCase().startsWith(letter.toLowerCase()),
  );
