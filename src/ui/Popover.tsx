/** A button and what opens beside it: Escape or a press elsewhere closes it, and the focus goes back to the button. */
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { beside } from './menuPlace.ts';

/** What must be free below the button for it to open there; in pixels. */
const LEAST_ROOM = 280;

interface Props {
  readonly label: string;
  readonly button: ReactNode;
  readonly className: string;
  /** Drawn only while it is open. */
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
    const { current: shown } = box;
    if (!open || !shown) return undefined;
    const place = () => {
      if (!opener.current) return;
      const below = innerHeight - opener.current.getBoundingClientRect().bottom;
      shown.style.setProperty('--room', `${below < LEAST_ROOM ? innerHeight : below}px`);
      const { left, top } = beside(opener.current, shown.getBoundingClientRect(), { width: innerWidth, height: innerHeight });
      shown.style.left = `${left}px`;
      shown.style.top = `${top}px`;
    };
    // What stands in it may come later, and the window may change.
    const grown = new ResizeObserver(place);
    grown.observe(shown);
    addEventListener('resize', place);
    return () => {
      grown.disconnect();
      removeEventListener('resize', place);
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
          // A key pressed in here is none of the grid's.
          onKeyDown={(event) => {
            event.stopPropagation();
          }}
        >
          {open && children(close)}
        </div>,
        // Not where the button is: a grid takes presses in its heads for its own.
        document.body,
      )}
    </>
  );
}
