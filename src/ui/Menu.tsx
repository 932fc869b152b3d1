/** antd's menu beside an element or the pointer. Disabled items are focusable and say why; first letters move. */
import { Dropdown, type MenuProps } from 'antd';
import { type KeyboardEvent, useEffect } from 'react';
import { flushSync } from 'react-dom';
import { latinLetter } from './plainLetter.ts';
import { PopupAnchor } from './PopupAnchor.tsx';
import { useFocusReturn } from './useFocusReturn.ts';

interface Place {
  readonly x: number;
  readonly y: number;
  readonly height?: number;
}

/** An element, or a position in the window in pixels. */
export type MenuAnchor = HTMLElement | Place;

export interface MenuItem {
  readonly key: string;
  readonly label: string;
  /** Why the item is disabled; it stays focusable, but does nothing. */
  readonly reason?: string | undefined;
  /** The letter that does the same without the menu; here it goes to the item. */
  readonly letter?: string | undefined;
  readonly danger?: boolean;
  /** Puts a separator above the item. */
  readonly apart?: boolean;
  readonly onSelect: () => void;
}

interface Props {
  readonly label: string;
  readonly anchor: MenuAnchor;
  readonly items: readonly MenuItem[];
  readonly onClose: () => void;
}

/** Margin kept free at the window's edge. */
const MARGIN_PX = 8;

/** Pixels above or below the anchor, whichever is more: antd opens a menu that fits nowhere to that side, and cuts it off. */
function roomBeside(anchor: MenuAnchor): number {
  const { top, bottom } =
    anchor instanceof HTMLElement ? anchor.getBoundingClientRect() : { top: anchor.y, bottom: anchor.y + (anchor.height ?? 0) };
  return Math.max(top, innerHeight - bottom) - MARGIN_PX;
}

/** antd skips disabled items that lack it. */
const focusable = { tabIndex: -1 };

const toAntdItems = ({ key, label, reason, letter, danger = false, apart }: MenuItem): NonNullable<MenuProps['items']> => [
  ...(apart ? [{ key: `${key} divider`, type: 'divider' as const }] : []),
  {
    key,
    danger,
    disabled: reason !== undefined,
    ...focusable,
    ...(letter !== undefined && { 'aria-keyshortcuts': letter }),
    label: (
      <>
        <span>{label}</span>
        {letter !== undefined && <kbd aria-hidden>{letter}</kbd>}
        {reason !== undefined && <span className="full-row small">{reason}</span>}
      </>
    ),
  },
];

export function Menu({ label, anchor, items, onClose }: Props) {
  useFocusReturn();
  useEffect(() => {
    const stop = new AbortController();
    for (const kind of ['wheel', 'resize']) addEventListener(kind, onClose, { passive: true, signal: stop.signal });
    return () => {
      stop.abort();
    };
  }, [onClose]);

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key === 'Escape' || event.key === 'Tab') {
      event.preventDefault();
      event.stopPropagation();
      onClose();
    } else if (event.key.length === 1 && event.key !== ' ') focusNext(latinLetter(event) ?? event.key, event.currentTarget);
  };
  const menu: MenuProps = {
    'aria-label': label,
    style: { maxHeight: roomBeside(anchor) },
    items: items.flatMap(toAntdItems),
    onKeyDown,
    onClick: ({ key, domEvent }) => {
      // antd would handle Enter too, on a menu that is closed below.
      domEvent.stopPropagation();
      // The same press of Enter would go on to the button that has the focus in a dialog which opens at once, and close it.
      domEvent.preventDefault();
      const item = items.find((each) => each.key === key);
      if (!item || item.reason !== undefined) return;
      // The focus is back where it was before the action opens a dialog.
      flushSync(onClose);
      item.onSelect();
    },
  };
  return (
    <Dropdown
      open
      autoFocus
      trigger={['click']}
      classNames={{ root: 'popup menu' }}
      menu={menu}
      onOpenChange={(_isOpen, { source }) => {
        if (source === 'trigger') onClose();
      }}
    >
      {anchor instanceof HTMLElement ? (
        <PopupAnchor element={anchor} />
      ) : (
        <span className="menu-place" style={{ left: anchor.x, top: anchor.y, height: anchor.height }} />
      )}
    </Dropdown>
  );
}

/** Focuses the next item that starts with the letter or has it as its key, wrapping around. */
function focusNext(letter: string, menu: HTMLElement): void {
  const items = [...menu.querySelectorAll<HTMLElement>('[role="menuitem"]')];
  const index = items.findIndex((item) => item === document.activeElement);
  [...items.slice(index + 1), ...items.slice(0, index + 1)]
    .find(
      (item) =>
        item.textContent.toLowerCase().startsWith(letter.toLowerCase()) || item.getAttribute('aria-keyshortcuts') === letter,
    )
    ?.focus();
}
