/** Asks before an import is taken back. */
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { problemCode } from '@api/client/clientProblem.ts';
import { useUndoImportMutation } from '@api/client/imports.api.ts';
import { ProblemAlert } from '@src/forms/ProblemAlert.tsx';
import { problemOf } from '@src/forms/refusal.ts';
import { BusyButton } from '@src/ui/BusyButton.tsx';
import { Dialog } from '@src/ui/Dialog.tsx';

type Refusal = ReturnType<typeof useUndoImportMutation>[1]['error'];

const isAsked = (refusal: Refusal): boolean => refusal !== undefined && problemCode(problemOf(refusal)) === 'ApprovalNeeded';

interface Props {
  readonly importId: string;
  readonly onClose: () => void;
}

export function UndoDialog({ importId, onClose }: Props) {
  const { t } = useTranslation(['imports', 'common']);
  const [undo, { isLoading, error }] = useUndoImportMutation();
  const confirm = async () => {
    const { data, error: refusal } = await undo({ importId });
    // Another administrator has been asked: a notice says so.
    if (data || isAsked(refusal)) onClose();
  };
  return (
    <Dialog title={t('imports:undoTitle')} onDecline={onClose}>
      {error && !isAsked(error) && <ProblemAlert problem={problemOf(error)} />}
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
