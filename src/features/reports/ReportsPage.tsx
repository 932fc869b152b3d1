/** Saved reports of the audit, and all exports that were made. `?new&actor=…` opens a new one, `?export=` the export of a mail. */
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useFetchReportsQuery } from '@api/client/reports.api.ts';
import type { Report } from '@api/contract/reports.shapes.ts';
import { registerModule } from '@store/modules.ts';
import { reportsModule } from '@store/reports/reports.module.ts';
import { downloadProblemText } from '@src/forms/downloadProblemText.ts';
import { useFormats } from '@src/i18n/useFormats.ts';
import { paths } from '@src/paths.ts';
import { Alert } from '@src/ui/Alert.tsx';
import { BackLink } from '@src/ui/BackLink.tsx';
import { PageHeading } from '@src/ui/PageHeading.tsx';
import { Loaded } from '@src/ui/Section.tsx';
import { useNow } from '@src/ui/useNow.ts';
import { ExportsList } from './ExportsList.tsx';
import { LinkedExport } from './LinkedExport.tsx';
import { ReportCard } from './ReportCard.tsx';
import { ReportDialog } from './ReportDialog.tsx';
import { newReport, type ReportValues, valuesIn } from './reportForm.ts';
import { type Downloads, useDownloads } from './useDownloads.ts';
import './reports.css';

registerModule(reportsModule);

const MINUTE_MS = 60_000;

interface Editing {
  readonly initial: ReportValues;
  readonly report?: Report;
}

export default function ReportsPage() {
  const { t } = useTranslation('audit');
  const [query, setQuery] = useSearchParams();
  const now = useNow(MINUTE_MS);
  const reports = useFetchReportsQuery(undefined, { refetchOnMountOrArgChange: true });
  const downloads = useDownloads();
  const [editing, setEditing] = useState<Editing | undefined>(() => {
    const initial = valuesIn(query);
    return initial && { initial };
  });
  const linked = query.get('export');
  const close = () => {
    setEditing(undefined);
    if (query.has('new')) setQuery({}, { replace: true });
  };
  return (
    <div className="page form-page">
      <header className="form-page-head">
        <BackLink to={paths.usersAudit.to()}>{t('title')}</BackLink>
        <div className="row spread full-width">
          <PageHeading title={t('reports.title')}>{t('reports.title')}</PageHeading>
          <Button
            type={linked === null ? 'primary' : 'default'}
            onClick={() => {
              setEditing({ initial: newReport() });
            }}
          >
            {t('reports.new')}
          </Button>
        </div>
        <p className="muted">{t('reports.lead')}</p>
      </header>
      {linked !== null && <LinkedExport exportId={linked} downloads={downloads} />}
      <SavingStrip {...downloads} />
      <section className="stack-tight">
        <h2>{t('reports.list')}</h2>
        <Loaded query={reports}>
          {(list) => (
            <ul className="stack-tight">
              {list.length === 0 && <li className="box muted">{t('reports.none')}</li>}
              {list.map((report) => (
                <li key={report.reportId} className="row box">
                  <ReportCard
                    report={report}
                    downloads={downloads}
                    onChange={() => {
                      setEditing({ initial: newReport(), report });
                    }}
                  />
                </li>
              ))}
            </ul>
          )}
        </Loaded>
      </section>
      <section className="stack-tight">
        <h2>{t('reports.exports.title')}</h2>
        <p className="muted small">{t('reports.exports.text')}</p>
        <ExportsList now={now} downloads={downloads} />
      </section>
      {editing && <ReportDialog {...editing} onClose={close} />}
    </div>
  );
}

const MEGABYTE_BYTES = 1_000_000;

/** Shows which file is being saved, with a cancel button; or why it was not. */
function SavingStrip({ saving, save, cancel }: Downloads) {
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
