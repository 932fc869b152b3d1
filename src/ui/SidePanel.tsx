/** Details of one row, beside the list, which stays in use: antd's Drawer lies over it. Escape closes the panel. */
import CloseOutlined from '@ant-design/icons/CloseOutlined';
import { Button } from 'antd';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { plainLetter } from './plainLetter.ts';
import { useEscape } from './useEscape.ts';

interface Props {
  readonly title: string;
  /** Accessible name of the close button. */
  readonly closeLabel: string;
  /** Id of the row: when it changes while the panel covers the list, the focus moves to the panel. */
  readonly of: string;
  readonly onClose: () => void;
  /** A letter pressed while the focus is in the panel, without modifiers. */
  readonly onLetter?: (letter: string) => void;
  readonly children: ReactNode;
}

export function SidePanel({ title, closeLabel, of, onClose, onLetter, children }: Props) {
  const panel = useRef<HTMLElement>(null);
  const id = useId();
  useEscape(onClose);
  useEffect(() => {
    if (panel.current && getComputedStyle(panel.current).position === 'fixed') panel.current.focus();
  }, [of]);
  useEffect(() => {
    const element = panel.current;
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
    <aside ref={panel} className="side-panel box stack" aria-labelledby={id} tabIndex={-1}>
      <header className="row">
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
