/** A button and what opens beside it: Escape or a press elsewhere closes it, and the focus goes back to the button. */
import { type ReactNode, useId, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { beside } from './menuPlace.ts';

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
  const place = () => {
    if (!box.current || !opener.current) return;
    const { left, top } = beside(opener.current, box.current.getBoundingClientRect(), { width: innerWidth, height: innerHeight });
    box.current.style.left = `${left}px`;
    box.current.style.top = `${top}px`;
  };
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
            if (event.newState === 'open') requestAnimationFrame(place);
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
