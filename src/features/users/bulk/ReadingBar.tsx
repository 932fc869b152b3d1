/** Progress of loading selected users that are not loaded yet. */
import { Button, Progress } from 'antd';
import { useTranslation } from 'react-i18next';
import { useDispatch } from 'react-redux';
import { bulkCancelled } from '@store/users/bulk/bulk.slice.ts';
import { useFormats } from '@src/i18n/useFormats.ts';

export function ReadingBar({ read, total }: { readonly read: number; readonly total: number }) {
  const { t } = useTranslation(['users', 'bulk', 'common']);
  const formats = useFormats();
  const dispatch = useDispatch();
  const text = t('bulk:reading', { read: formats.number(read), total: formats.number(total) });
  return (
    <>
      <p>
        <strong>{text}</strong>
      </p>
      <Progress aria-label={text} percent={(read / total) * 100} showInfo={false} />
      <div className="bulk-actions row row-tight small-buttons">
        <Button onClick={() => dispatch(bulkCancelled())}>{t('common:cancel')}</Button>
      </div>
    </>
  );
}
