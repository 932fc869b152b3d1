/** A button of the bar that opens a box, whose content is loaded with it. */
import { Button } from 'antd';
import { type ComponentProps, type ReactNode, Suspense, useState } from 'react';
import { isMissing } from '@src/ui/popups.ts';
import { PartErrorBoundary } from '@src/ui/PartErrorBoundary.tsx';

interface Props extends Pick<ComponentProps<typeof Button>, 'icon' | 'title' | 'className' | 'aria-label' | 'children'> {
  readonly box: (opener: HTMLElement, close: () => void) => ReactNode;
}

export function BarMenu({ box, ...button }: Props) {
  const [opener, setOpener] = useState<HTMLElement | null>(null);
  const [isOpen, setOpen] = useState(false);
  /** Pressed again, a box whose code is missing is asked for again. */
  const [attempt, setAttempt] = useState(0);
  return (
    <>
      <Button
        {...button}
        ref={setOpener}
        type="text"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => {
          if (isOpen && isMissing()) setAttempt(attempt + 1);
          else setOpen(!isOpen);
        }}
      />
      {isOpen && opener && (
        <PartErrorBoundary>
          <Suspense key={attempt}>
            {box(opener, () => {
              setOpen(false);
            })}
          </Suspense>
        </PartErrorBoundary>
      )}
    </>
  );
}
