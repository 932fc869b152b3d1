/** The export that a mailed link leads to: its file, or why it can't be had. */
import { useTranslation } from 'react-i18next';
import { isClientProblem } from '@api/client/clientProblem.ts';
import { useFetchExportQuery } from '@api/client/reports.api.ts';
import { problemText } from '@src/forms/submission.ts';
import { useFormats } from '@src/i18n/useFormats.ts';
import { Alert } from '@src/ui/Alert.tsx';
import { DownloadButton } from './DownloadButton.tsx';
import type { Downloads } from './useDownloads.ts';

interface Props {
  readonly exportId: string;
  readonly downloads: Downloads;
}

export function LinkedExport({ exportId, downloads }: Props) {
  const { t } = useTranslation('audit');
  const { t: common } = useTranslation('common');
  const formats = useFormats();
  const { data, error } = useFetchExportQuery({ exportId });
  if (error) {
    const status = isClientProblem(error) && 'status' in error ? error.status : undefined;
    if (status === 410)
      return (
        <Alert
          severity="warning"
          actions={
            <DownloadButton action="runAgain" id={exportId} downloads={downloads}>
              {t('reports.exports.again')}
            </DownloadButton>
          }
        >
          {t('reports.link.expired')}
        </Alert>
      );
    // The server refuses an ID of the wrong form as invalid.
    if (status === 404 || status === 400) return <Alert severity="error">{t('reports.link.missing')}</Alert>;
    return <Alert severity="error">{isClientProblem(error) ? problemText(error, common) : t('reports.link.missing')}</Alert>;
  }
  if (!data) return null;
  return (
    <Alert
      actions={
        <DownloadButton type="primary" action="save" id={exportId} downloads={downloads}>
          {t('reports.exports.save')}
        </DownloadButton>
      }
    >
      {t('reports.link.ready', { name: data.name ?? t('title'), when: formats.dateTime(data.expiresAt) })}
    </Alert>
  );
}
