/** A dialog for what is shown this once: neither Escape nor the way elsewhere takes it away unasked. */
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

const stay = () => undefined;

export function ShownOnce({ title, children, onClose }: Props) {
  const { t } = useTranslation('security');
  const lift = useUnsavedChanges(true);
  return (
    <Dialog title={title} onDecline={stay}>
      {children}
      <div className="button-row">
        <Button
          kind="primary"
          onClick={() => {
            lift();
            onClose();
          }}
        >
          {t('savedIt')}
        </Button>
      </div>
    </Dialog>
  );
}
