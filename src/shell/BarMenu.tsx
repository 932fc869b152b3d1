/** A button of the bar that opens a box, whose content is loaded with it. */
import { Button } from 'antd';
import { type ComponentProps, type ReactNode, Suspense, useState } from 'react';
import { ChunkErrorBoundary } from '@src/ui/ChunkErrorBoundary.tsx';

interface Props extends Pick<ComponentProps<typeof Button>, 'icon' | 'title' | 'className' | 'aria-label' | 'children'> {
  readonly box: (opener: HTMLElement, close: () => void) => ReactNode;
}

export function BarMenu({ box, ...button }: Props) {
  const [opener, setOpener] = useState<HTMLElement | null>(null);
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        {...button}
        ref={setOpener}
        type="text"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => {
          setOpen(!isOpen);
        }}
      />
      {isOpen && opener && (
        <ChunkErrorBoundary>
          <Suspense>
            {box(opener, () => {
              setOpen(false);
            })}
          </Suspense>
        </ChunkErrorBoundary>
      )}
    </>
  );
}
