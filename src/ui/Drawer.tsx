/**
 * Details of one row in a drawer that lies over the list and leaves its size alone. The rows beside it stay in use, so it is no modal
 * dialog, as antd's Drawer would be. The focus goes in, and returns to the row when Escape or the button closes it.
 */
import CloseOutlined from '@ant-design/icons/CloseOutlined';
import { Button } from 'antd';
import { type ReactNode, useEffect, useId, useLayoutEffect, useRef } from 'react';
import { plainLetter } from './plainLetter.ts';
import { useEscape } from './useEscape.ts';

interface Props {
  readonly title: string;
  /** Accessible name of the close button. */
  readonly closeLabel: string;
  /** ID of the row: when it changes, the focus moves to the drawer again. */
  readonly of: string;
  readonly onClose: () => void;
  /** A letter pressed while the focus is in the drawer, without modifiers. */
  readonly onLetter?: (letter: string) => void;
  readonly children: ReactNode;
}

export function Drawer({ title, closeLabel, of, onClose, onLetter, children }: Props) {
  const drawer = useRef<HTMLElement>(null);
  const focusedBefore = useRef<Element>(null);
  const id = useId();
  useEscape(onClose);
  useEffect(() => {
    const element = drawer.current;
    if (!element) return;
    if (!element.contains(document.activeElement)) focusedBefore.current = document.activeElement;
    element.focus({ preventScroll: true });
  }, [of]);
  // A layout effect: its cleanup comes before the drawer leaves the document.
  useLayoutEffect(() => {
    const element = drawer.current;
    return () => {
      const { activeElement } = document;
      const isLeft = activeElement === document.body || element?.contains(activeElement);
      if (isLeft && focusedBefore.current instanceof HTMLElement) focusedBefore.current.focus({ preventScroll: true });
    };
  }, []);
  useEffect(() => {
    const element = drawer.current;
    if (!element || !onLetter) return undefined;
    const onKeyDown = (event: KeyboardEvent) => {
      const letter = plainLetter(event);
      if (letter === undefined) return;
      event.preventDefault();
      onLetter(letter);
    };
    element.addEventListener('keydown', onKeyDown);
    return () => {
      element.removeEventListener('keydown', onKeyDown);
    };
  }, [onLetter]);
  return (
    <aside ref={drawer} className="drawer box stack" data-region aria-labelledby={id} tabIndex={-1}>
      <header className="drawer-head row">
        <h2 id={id} className="grow cut-lines" title={title}>
          {title}
        </h2>
        <Button
          type="text"
          size="small"
          icon={<CloseOutlined aria-hidden />}
          aria-label={closeLabel}
          title={closeLabel}
          onClick={onClose}
        />
      </header>
      {children}
    </aside>
  );
}
