/** Selection count and the operations on it. */
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useDispatch } from 'react-redux';
import { useFetchSelfQuery } from '@api/client/users.self.api.ts';
import type { CsvDelimiter } from '@api/contract/csv.ts';
import { operationKinds } from '@api/contract/bulk.calls.ts';
import { bulkRequested } from '@store/users/bulk/bulk.slice.ts';
import { useFormats } from '@src/i18n/useFormats.ts';
import { whyBarred } from '../actions/userActions.ts';
import { CsvButton } from '../csv/CsvButton.tsx';
import { isOperationBarred } from './isOperationBarred.ts';
import type { RowSelection } from './rowSelectionContext.ts';
import { BusyButton } from '@src/ui/BusyButton.tsx';

interface Props {
  readonly selection: RowSelection;
  /** Another operation is being prepared, or runs. */
  readonly isBarred: boolean;
  readonly onExport: (delimiter: CsvDelimiter) => void;
  readonly onClear: () => void;
}

export function SelectionBar({ selection, isBarred, onExport, onClear }: Props) {
  const { selected, all, busy, total, selectAll } = selection;
  const { t } = useTranslation('users');
  const formats = useFormats();
  const dispatch = useDispatch();
  const { data: self } = useFetchSelfQuery();
  const barred = self ? whyBarred(self, 'Users.ResetAuthentication') : null;
  return (
    <>
      <p role="status">
        <strong>{t('bulk.selected', { count: selected.size, total: formats.number(selected.size) })}</strong>
      </p>
      <div className="small-buttons row row-tight grow">
        {!all && (
          <BusyButton type="link" busy={busy} onClick={selectAll}>
            {t('bulk.all', { total })}
          </BusyButton>
        )}
        <Button type="link" onClick={onClear}>
          {t('bulk.clear')}
        </Button>
      </div>
      <div className="bulk-actions row row-tight small-buttons" role="group" aria-label={t('bulk.actions')}>
        {operationKinds.map((action) => (
          <Button
            key={action}
            danger={action === 'disable'}
            disabled={isBarred || (self !== undefined && isOperationBarred(self, action))}
            onClick={() => dispatch(bulkRequested(action))}
          >
            {t(`bulk.action.${action}`)}
          </Button>
        ))}
        <CsvButton onSave={onExport} />
      </div>
      {barred && (
        <p className="full-row muted small">
          {barred === 'reading'
            ? t('reason.reading')
            : t('edit.security.refused', { action: t('bulk.action.resetMfa'), reason: t('reason.acting') })}
        </p>
      )}
    </>
  );
}
