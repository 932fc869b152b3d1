/** Confirmation dialog. */
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { Dialog } from '@src/ui/Dialog.tsx';

interface Props {
  readonly title: string;
  readonly text: string;
  readonly confirmLabel: string;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/** Closes before it acts, because a re-authentication dialog may open next. */
export function ConfirmDialog({ title, text, confirmLabel, onConfirm, onClose }: Props) {
  const { t } = useTranslation('common');
  return (
    <Dialog title={title} onDecline={onClose}>
      <p>{text}</p>
      <div className="button-row">
        <Button onClick={onClose} autoFocus>
          {t('cancel')}
        </Button>
        <Button
          type="primary"
          danger
          onClick={() => {
            onClose();
            onConfirm();
          }}
        >
          {confirmLabel}
        </Button>
      </div>
    </Dialog>
  );
}
