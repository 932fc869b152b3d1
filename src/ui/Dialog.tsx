/** A question over the page: the rest is out of reach until it is answered, Escape declines, and the focus goes back where it was. */
import { useEffect, useId, useRef, type ReactNode } from 'react';

interface Props {
  readonly title: string;
  readonly onDecline: () => void;
  readonly children: ReactNode;
}

export function Dialog({ title, onDecline, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const element = dialog.current;
    const before = document.activeElement;
    if (!element?.open) element?.showModal();
    return () => {
      element?.close();
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      className="dialog"
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        onDecline();
      }}
    >
      <h2 id={id}>{title}</h2>
      {children}
    </dialog>
  );
}
