/** Shows which file is being saved, with a cancel button; or why it was not. */
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { downloadProblemText } from '@src/forms/downloadProblemText.ts';
import { useFormats } from '@src/i18n/useFormats.ts';
import { Alert } from '@src/ui/Alert.tsx';
import type { Downloads } from './useDownloads.ts';

const MEGABYTE_BYTES = 1_000_000;

export function SavingStrip({ saving, save, cancel }: Downloads) {
  const { t } = useTranslation(['audit', 'common']);
  const formats = useFormats();
  if (!saving) return null;
  if (saving.kind === 'failed')
    return (
      <Alert severity="error" actions={<Button onClick={() => void save(saving.exportId)}>{t('common:tryAgain')}</Button>}>
        {downloadProblemText(saving.problem, t)}
      </Alert>
    );
  return (
    <div className="box row spread small-buttons">
      <progress className="full-row" aria-label={t('export.label')} />
      <span className="small">
        {t('reports.saving', { size: formats.number(Math.round((saving.bytes / MEGABYTE_BYTES) * 10) / 10) })}
      </span>
      <Button onClick={cancel}>{t('common:cancel')}</Button>
    </div>
  );
}
