/** Counts of a finished operation on many users and the next steps; details per user are in the dialog. */
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch } from 'react-redux';
import { oppositeKinds } from '@api/contract/bulk.calls.ts';
import { type Bulk, bulkClosed, bulkRetryRequested, bulkUndoRequested } from '@store/users/bulk/bulk.slice.ts';
import { useFormats } from '@src/i18n/useFormats.ts';
import { BusyButton } from '@src/ui/BusyButton.tsx';
import { Icon } from '@src/ui/Icon.tsx';
import { ResultDialog } from './ResultDialog.tsx';
import { noteClosed } from './useFoundOperation.ts';
import { useResultFile } from './useResultFile.ts';

export function ResultBar({ followed }: { readonly followed: Extract<Bulk, { kind: 'followed' }> }) {
  const { t } = useTranslation(['users', 'common']);
  const formats = useFormats();
  const dispatch = useDispatch();
  const [shown, setShown] = useState(false);
  const { operation, leftOut, isBusy } = followed;
  const download = useResultFile(followed);
  const { operationId, kind, undoes } = operation;
  const { done, failed, skipped } = operation.counts;
  const parts = [
    t(`users:bulk.done.${kind}`, { count: done, total: formats.number(done) }),
    failed > 0 && t('users:bulk.failed', { count: failed, total: formats.number(failed) }),
    skipped > 0 && t('users:bulk.skipped', { count: skipped, total: formats.number(skipped) }),
    leftOut.length > 0 && t('users:bulk.leftOut', { count: leftOut.length, total: formats.number(leftOut.length) }),
  ];
  const actions = (
    <>
      {failed > 0 && (
        <BusyButton busy={isBusy} onClick={() => dispatch(bulkRetryRequested())}>
          {t('users:bulk.retry')}
        </BusyButton>
      )}
      {done > 0 && undoes === null && oppositeKinds[kind] && (
        <BusyButton busy={isBusy} onClick={() => dispatch(bulkUndoRequested())}>
          {t('users:undo')}
        </BusyButton>
      )}
      <BusyButton busy={download.isBusy} onClick={() => void download.save()}>
        {t('users:bulk.download')}
      </BusyButton>
    </>
  );
  return (
    <>
      <p className="row row-tight grow" role="status">
        <span className={failed > 0 ? 'row tone-text tone-warning' : 'row tone-text tone-success'}>
          <Icon name={failed > 0 ? 'warning' : 'success'} />
        </span>
        <strong>{parts.filter((part) => part !== false).join(' · ')}</strong>
      </p>
      <div className="bulk-actions row row-tight small-buttons">
        <Button
          onClick={() => {
            setShown(true);
          }}
        >
          {t('users:bulk.show')}
        </Button>
        {actions}
        <Button
          onClick={() => {
            noteClosed(operationId);
            dispatch(bulkClosed());
          }}
        >
          {t('common:close')}
        </Button>
      </div>
      {shown && (
        <ResultDialog
          followed={followed}
          actions={actions}
          onClose={() => {
            setShown(false);
          }}
        />
      )}
    </>
  );
}
