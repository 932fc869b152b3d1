/** Asks before an import is taken back. */
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useUndoImportMutation } from '@api/client/imports.api.ts';
import { ProblemAlert } from '@src/forms/ProblemAlert.tsx';
import { problemOf } from '@src/forms/refusal.ts';
import { BusyButton } from '@src/ui/BusyButton.tsx';
import { Dialog } from '@src/ui/Dialog.tsx';

interface Props {
  readonly importId: string;
  readonly onClose: () => void;
}

export function UndoDialog({ importId, onClose }: Props) {
  const { t } = useTranslation(['imports', 'common']);
  const [undo, { isLoading, error }] = useUndoImportMutation();
  const confirm = async () => {
    const { data } = await undo({ importId });
    if (data) onClose();
  };
  return (
    <Dialog title={t('imports:undoTitle')} onDecline={onClose}>
      {error && <ProblemAlert problem={problemOf(error)} />}
      <p>{t('imports:undoText')}</p>
      <div className="button-row">
        <Button onClick={onClose}>{t('common:cancel')}</Button>
        <BusyButton type="primary" danger busy={isLoading} onClick={() => void confirm()}>
          {t('imports:undo')}
        </BusyButton>
      </div>
    </Dialog>
  );
}
