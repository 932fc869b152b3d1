/** Counts of a finished bulk operation and the next steps; details per user are in the dialog. */
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch } from 'react-redux';
import { type Bulk, bulkClosed, bulkRetryRequested, bulkUndoRequested, countOutcomes } from '@store/users/bulk/bulk.slice.ts';
import { opposite } from '@store/users/bulk/bulkRules.ts';
import { useFormats } from '@src/i18n/useFormats.ts';
import { Icon } from '@src/ui/Icon.tsx';
import { ResultDialog } from './ResultDialog.tsx';
import { useResultFile } from './useResultFile.ts';

type Finished = Extract<Bulk, { kind: 'finished' }>;

export function ResultBar({ job }: { readonly job: Finished }) {
  const { t } = useTranslation(['users', 'common']);
  const formats = useFormats();
  const dispatch = useDispatch();
  const [shown, setShown] = useState(false);
  const download = useResultFile(job);
  const { done, failed, skipped } = countOutcomes(job.outcomes);
  const parts = [
    t(`users:bulk.done.${job.action}`, { count: done, total: formats.number(done) }),
    failed > 0 && t('users:bulk.failed', { count: failed, total: formats.number(failed) }),
    skipped > 0 && t('users:bulk.skipped', { count: skipped, total: formats.number(skipped) }),
    job.leftOut.length > 0 && t('users:bulk.leftOut', { count: job.leftOut.length, total: formats.number(job.leftOut.length) }),
  ];
  const actions = (
    <>
      {failed > 0 && <Button onClick={() => dispatch(bulkRetryRequested())}>{t('users:bulk.retry')}</Button>}
      {done > 0 && !job.isUndo && opposite(job.action) && (
        <Button onClick={() => dispatch(bulkUndoRequested())}>{t('users:undo')}</Button>
      )}
      <Button onClick={download}>{t('users:bulk.download')}</Button>
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
      <div className="bulk-actions tabs small-buttons">
        <Button
          onClick={() => {
            setShown(true);
          }}
        >
          {t('users:bulk.show')}
        </Button>
        {actions}
        <Button onClick={() => dispatch(bulkClosed())}>{t('common:close')}</Button>
      </div>
      {shown && (
        <ResultDialog
          job={job}
          actions={actions}
          onClose={() => {
            setShown(false);
          }}
        />
      )}
    </>
  );
}
