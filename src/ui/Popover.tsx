/** A button with a popover: Escape or a click outside closes it, and the focus returns to the button. */
import { type ReactNode, type RefCallback, Suspense, useState } from 'react';
import { lazyPart } from './lazyPart.tsx';
import { isMissing } from './popups.ts';
import { PartErrorBoundary } from './PartErrorBoundary.tsx';

const PopoverBox = lazyPart(() => import(/* webpackChunkName: "popover" */ './PopoverBox.tsx'));

interface ButtonProps {
  readonly ref: RefCallback<HTMLElement>;
  readonly title: string;
  readonly 'aria-label': string;
  readonly 'aria-haspopup': 'dialog';
  readonly 'aria-expanded': boolean;
  readonly onClick: () => void;
}

interface Props {
  readonly label: string;
  readonly button: (props: ButtonProps) => ReactNode;
  /** Rendered only while open; may be lazy. */
  readonly children: (close: () => void) => ReactNode;
}

export function Popover({ label, button, children }: Props) {
  const [opener, setOpener] = useState<HTMLElement | null>(null);
  const [isOpen, setOpen] = useState(false);
  /** Pressed again, a box whose code is missing is asked for again. */
  const [attempt, setAttempt] = useState(0);
  const close = () => {
    setOpen(false);
  };
  return (
    <>
      {button({
        ref: setOpener,
        title: label,
        'aria-label': label,
        'aria-haspopup': 'dialog',
        'aria-expanded': isOpen,
        onClick: () => {
          if (isOpen && isMissing()) setAttempt(attempt + 1);
          else setOpen(!isOpen);
        },
      })}
      {isOpen && opener && (
        <PartErrorBoundary>
          <Suspense key={attempt}>
            <PopoverBox label={label} opener={opener} onClose={close}>
              {children(close)}
            </PopoverBox>
          </Suspense>
        </PartErrorBoundary>
      )}
    </>
  );
}
