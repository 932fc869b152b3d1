/** A modal dialog: Escape declines, and the focus returns to where it was. */
import { useCallback, useId, useState, type ReactNode } from 'react';
import './styles/dialog.css';

interface Props {
  readonly title: string;
  readonly onDecline: () => void;
  readonly children: ReactNode;
}

export function Dialog({ title, onDecline, children }: Props) {
  const id = useId();
  // Content is mounted once the dialog is open: `autoFocus` has no effect before.
  const [isOpen, setOpen] = useState(false);
  const open = useCallback((element: HTMLDialogElement) => {
    const focusedBefore = document.activeElement;
    element.showModal();
    setOpen(true);
    return () => {
      element.close();
      if (focusedBefore instanceof HTMLElement) focusedBefore.focus();
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
