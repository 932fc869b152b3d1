/** Says what will happen before it does. */
import { useTranslation } from 'react-i18next';
import { Button } from '@src/ui/Button.tsx';
import { Dialog } from '@src/ui/Dialog.tsx';

interface Props {
  readonly title: string;
  readonly text: string;
  readonly yes: string;
  readonly onYes: () => void;
  readonly onClose: () => void;
}

/** Closes before it acts: a proof of identity may open next. */
export function AskDialog({ title, text, yes, onYes, onClose }: Props) {
  const { t } = useTranslation('common');
  return (
    <Dialog title={title} onDecline={onClose}>
      <p>{text}</p>
      <div className="button-row">
        <Button onClick={onClose} autoFocus>
          {t('cancel')}
        </Button>
        <Button
          kind="danger"
          onClick={() => {
            onClose();
            onYes();
          }}
        >
          {yes}
        </Button>
      </div>
    </Dialog>
  );
}
