/** A question over the page: the rest is out of reach until it is answered, Escape declines, and the focus goes back where it was. */
import { useCallback, useId, useState, type ReactNode } from 'react';
import './styles/dialog.css';

interface Props {
  readonly title: string;
  readonly onDecline: () => void;
  readonly children: ReactNode;
}

export function Dialog({ title, onDecline, children }: Props) {
  const id = useId();
  // What is inside comes once the dialog is open: only then can the part that asks for the focus get it.
  const [isOpen, setOpen] = useState(false);
  const open = useCallback((element: HTMLDialogElement) => {
    const before = document.activeElement;
    element.showModal();
    setOpen(true);
    return () => {
      element.close();
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  return (
    <dialog
      ref={open}
      className="dialog"
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        onDecline();
      }}
    >
      <h2 id={id}>{title}</h2>
      {isOpen && children}
    </dialog>
  );
}
