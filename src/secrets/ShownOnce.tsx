/** Dialog for a secret shown once: Escape does not close it, and navigation asks first. */
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useUnsavedChanges } from '@src/navigation/useUnsavedChanges.ts';
import { Dialog } from '@src/ui/Dialog.tsx';

interface Props {
  readonly title: string;
  /** Label of the button that closes it. */
  readonly closeLabel: string;
  readonly children: ReactNode;
  readonly onClose: () => void;
}

const noop = () => undefined;

export function ShownOnce({ title, closeLabel, children, onClose }: Props) {
  const release = useUnsavedChanges(true);
  return (
    <Dialog title={title} onDecline={noop}>
      {children}
      <div className="button-row">
        <Button
          type="primary"
          onClick={() => {
            release();
            onClose();
          }}
        >
          {closeLabel}
        </Button>
      </div>
    </Dialog>
  );
}
