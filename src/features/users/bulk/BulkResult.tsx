/** The result of a finished operation on many users, and the next steps. */
import { useTranslation } from 'react-i18next';
import { useDispatch } from 'react-redux';
import { oppositeOf } from '@api/contract/actions.ts';
import { type Bulk, bulkRetryRequested, bulkUndoRequested, resultClosed } from '@store/users/bulk/bulk.slice.ts';
import { BusyButton } from '@src/ui/BusyButton.tsx';
import { ResultDialog } from './ResultDialog.tsx';
import { useResultFile } from './useResultFile.ts';

export function BulkResult({ bulk }: { readonly bulk: Bulk }) {
  return bulk.kind === 'followed' && bulk.isResultOpen ? <Result followed={bulk} /> : null;
}

function Result({ followed }: { readonly followed: Extract<Bulk, { kind: 'followed' }> }) {
  const { t } = useTranslation(['users', 'bulk']);
  const dispatch = useDispatch();
  const download = useResultFile(followed);
  const { operation, isBusy } = followed;
  const { kind, undoes, counts } = operation;
  return (
    <ResultDialog
      followed={followed}
      onClose={() => dispatch(resultClosed())}
      actions={
        <>
          {counts.failed > 0 && (
            <BusyButton busy={isBusy} onClick={() => dispatch(bulkRetryRequested())}>
              {t('bulk:retry')}
            </BusyButton>
          )}
          {counts.done > 0 && undoes === null && oppositeOf(kind) !== undefined && (
            <BusyButton busy={isBusy} onClick={() => dispatch(bulkUndoRequested())}>
              {t('undo')}
            </BusyButton>
          )}
          <BusyButton busy={download.isBusy} onClick={() => void download.save()}>
            {t('bulk:download')}
          </BusyButton>
        </>
      }
    />
  );
}
