/** Dialog for a secret shown once: Escape does not close it, and navigation asks first. */
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useUnsavedChanges } from '@src/navigation/useUnsavedChanges.ts';
import { Button } from '@src/ui/Button.tsx';
import { Dialog } from '@src/ui/Dialog.tsx';

interface Props {
  readonly title: string;
  readonly children: ReactNode;
  readonly onClose: () => void;
}

const noop = () => undefined;

export function ShownOnce({ title, children, onClose }: Props) {
  const { t } = useTranslation('security');
  const release = useUnsavedChanges(true);
  return (
    <Dialog title={title} onDecline={noop}>
      {children}
      <div className="button-row">
        <Button
          kind="primary"
          onClick={() => {
            release();
            onClose();
          }}
        >
          {t('savedIt')}
        </Button>
      </div>
    </Dialog>
  );
}
