/** One saved report: its content, its owner, when it is mailed, and the available actions. */
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useDispatch } from 'react-redux';
import type { Report } from '@api/contract/reports.shapes.ts';
import { deletionRequested } from '@store/reports/reports.module.ts';
import { useFormats } from '@src/i18n/useFormats.ts';
import { VisuallyHidden } from '@src/ui/VisuallyHidden.tsx';
import { DownloadButton } from './DownloadButton.tsx';
import type { Downloads } from './useDownloads.ts';
import { useReportWords } from './useReportWords.ts';

interface Props {
  readonly report: Report;
  readonly downloads: Downloads;
  readonly onChange: () => void;
}

export function ReportCard({ report, downloads, onChange }: Props) {
  const { t } = useTranslation(['audit', 'common']);
  const dispatch = useDispatch();
  const { what } = useReportWords();
  const { reportId, name, shared, own, owner, manageable } = report;
  const ownerText = own ? t('reports.ownShared') : t('reports.sharedBy', { owner: owner ?? t('reports.formerUser') });
  return (
    <>
      <div className="lead">
        <h3>{name}</h3>
        <p>{what(report)}</p>
        <p className="muted small">{shared ? ownerText : t('reports.private')}</p>
        <Mailed {...report} />
      </div>
      <div className="row row-tight small-buttons">
        <DownloadButton action="run" id={reportId} downloads={downloads} what={name}>
          {t('reports.run')}
        </DownloadButton>
        {manageable && (
          <>
            <Button onClick={onChange}>
              {t('reports.change')}
              <VisuallyHidden>: {name}</VisuallyHidden>
            </Button>
            <Button danger onClick={() => dispatch(deletionRequested({ reportId, name, shared }))}>
              {t('reports.delete.confirm')}
              <VisuallyHidden>: {name}</VisuallyHidden>
            </Button>
          </>
        )}
      </div>
    </>
  );
}

function Mailed({ schedule, content, nextAt, stoppedAt, own }: Report) {
  const { t } = useTranslation('audit');
  const words = useReportWords();
  const formats = useFormats();
  if (!schedule) return null;
  if (stoppedAt !== null)
    return (
      <p className="small tone-text tone-error">
        {t('reports.stopped', { when: formats.date(stoppedAt) })}
        {own && ` ${t('reports.startAgain')}`}
      </p>
    );
  return (
    <p className="muted small">
      {t(own ? 'reports.mailed' : 'reports.mailedToOwner', { when: words.schedule(schedule, content.timeZone) })}
      {nextAt !== null && ` ${t('reports.next', { when: words.moment(nextAt, content.timeZone) })}`}
    </p>
  );
}
