/** A button with a popover: Escape or a click outside closes it, and the focus returns to the button. */
import { lazy, type ReactNode, type RefCallback, Suspense, useState } from 'react';
import { ChunkErrorBoundary } from './ChunkErrorBoundary.tsx';

const PopoverBox = lazy(() => import(/* webpackChunkName: "popover" */ './PopoverBox.tsx'));

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
          setOpen(!isOpen);
        },
      })}
      {isOpen && opener && (
        <ChunkErrorBoundary>
          <Suspense>
            <PopoverBox label={label} opener={opener} onClose={close}>
              {children(close)}
            </PopoverBox>
          </Suspense>
        </ChunkErrorBoundary>
      )}
    </>
  );
}
