/** Selection count and the operations on it. */
import { useTranslation } from 'react-i18next';
import { useDispatch } from 'react-redux';
import { useFetchSelfQuery } from '@api/client/users.self.api.ts';
import { bulkRequested } from '@store/users/bulk/bulk.slice.ts';
import { bulkActions } from '@store/users/bulk/bulkRules.ts';
import { useFormats } from '@src/i18n/useFormats.ts';
import { Button } from '@src/ui/Button.tsx';
import { isBarred } from '../actions/userActions.ts';
import type { RowSelection } from './rowSelectionContext.ts';

interface Props {
  readonly selection: RowSelection;
  readonly onExport: () => void;
  readonly onClear: () => void;
}

export function SelectionBar({ selection: { selected, all, busy, total, selectAll }, onExport, onClear }: Props) {
  const { t } = useTranslation('users');
  const formats = useFormats();
  const dispatch = useDispatch();
  const { data: self } = useFetchSelfQuery();
  const barred = self !== undefined && isBarred(self, 'Users.ResetAuthentication');
  return (
    <>
      <p className="bulk-count" role="status">
        {t('bulk.selected', { count: selected.size, total: formats.number(selected.size) })}
      </p>
      <div className="bulk-choice">
        {!all && (
          <Button kind="quiet" busy={busy} onClick={selectAll}>
            {t('bulk.all', { total })}
          </Button>
        )}
        <Button kind="quiet" onClick={onClear}>
          {t('bulk.clear')}
        </Button>
      </div>
      <div className="bulk-actions" role="group" aria-label={t('bulk.actions')}>
        {bulkActions.map((action) => (
          <Button key={action} disabled={barred && action === 'resetMfa'} onClick={() => dispatch(bulkRequested(action))}>
            {t(`bulk.action.${action}`)}
          </Button>
        ))}
        <Button onClick={onExport}>{t('tools.export')}</Button>
      </div>
      {barred && (
        <p className="bulk-refused muted small">
          {t('edit.security.refused', { action: t('bulk.action.resetMfa'), reason: t('reason.acting') })}
        </p>
      )}
    </>
  );
}
