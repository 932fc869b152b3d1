/** A button with a popover: Escape or a click outside closes it, and the focus returns to the button. */
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { positionBeside } from './menuPosition.ts';

/** Pixels below the button required to open there. */
const MIN_SPACE_BELOW_PX = 280;

interface Props {
  readonly label: string;
  readonly button: ReactNode;
  readonly className: string;
  /** Rendered only while open. */
  readonly children: (close: () => void) => ReactNode;
  readonly pressed?: boolean;
  readonly tabIndex?: number;
}

export function Popover({ label, button, className, children, pressed, tabIndex }: Props) {
  const id = useId();
  const opener = useRef<HTMLButtonElement>(null);
  const box = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);
  const close = () => {
    document.getElementById(id)?.hidePopover();
  };
  useEffect(() => {
    const { current: element } = box;
    if (!open || !element) return undefined;
    const position = () => {
      if (!opener.current) return;
      const below = innerHeight - opener.current.getBoundingClientRect().bottom;
      element.style.setProperty('--room', `${below < MIN_SPACE_BELOW_PX ? innerHeight : below}px`);
      const { left, top } = positionBeside(opener.current, element.getBoundingClientRect(), {
        width: innerWidth,
        height: innerHeight,
      });
      element.style.left = `${left}px`;
      element.style.top = `${top}px`;
    };
    // Content may load later, and the window may be resized.
    const observer = new ResizeObserver(position);
    observer.observe(element);
    addEventListener('resize', position);
    return () => {
      observer.disconnect();
      removeEventListener('resize', position);
    };
  }, [open]);
  return (
    <>
      <button
        ref={opener}
        type="button"
        className={className}
        popoverTarget={id}
        aria-label={label}
        title={label}
        aria-expanded={open}
        aria-pressed={pressed}
        tabIndex={tabIndex}
      >
        {button}
      </button>
      {createPortal(
        <div
          ref={box}
          id={id}
          popover="auto"
          role="dialog"
          aria-label={label}
          className="popover"
          onToggle={(event) => {
            setOpen(event.newState === 'open');
          }}
          // Keep keys pressed here from the grid.
          onKeyDown={(event) => {
            event.stopPropagation();
          }}
        >
          {open && children(close)}
        </div>,
        // Portal: inside a column header the grid would handle the clicks.
        document.body,
      )}
    </>
  );
}
