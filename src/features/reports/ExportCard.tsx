/** One export: what, who and when, its checksum, and its file again by one click. */
import { useTranslation } from 'react-i18next';
import type { Export } from '@api/contract/reports.shapes.ts';
import { useFormats } from '@src/i18n/useFormats.ts';
import { CopyButton } from '@src/ui/CopyButton.tsx';
import { DownloadButton } from './DownloadButton.tsx';
import type { Downloads } from './useDownloads.ts';
import { useReportWords } from './useReportWords.ts';

const MEGABYTE_BYTES = 1_000_000;

interface Props {
  readonly one: Export;
  readonly now: number;
  readonly downloads: Downloads;
}

export function ExportCard({ one, now, downloads }: Props) {
  const { t } = useTranslation('audit');
  const formats = useFormats();
  const words = useReportWords();
  const name = one.name ?? t('title');
  const by = one.onBehalfOf === null ? one.by : t('actingAs', { actor: one.by, user: one.onBehalfOf });
  const when = formats.dateTime(one.at);
  const isOpen = one.own && Date.parse(one.expiresAt) > now;
  const button = { id: one.exportId, downloads, what: `${name}, ${when}` };
  return (
    <>
      <div className="lead">
        <h3>{name}</h3>
        <p>{t(one.cause === 'schedule' ? 'reports.exports.scheduled' : 'reports.exports.by', { by, when })}</p>
        <p className="muted small">
          {[
            words.filters(one.filters),
            words.between(one.from, one.to, one.timeZone),
            words.zone(one.timeZone),
            words.format(one.format),
          ].join(' · ')}
        </p>
        <File file={one.file} what={button.what} />
      </div>
      <div className="row row-tight small-buttons">
        {isOpen && (
          <DownloadButton {...button} action="save">
            {t('reports.exports.save')}
          </DownloadButton>
        )}
        <DownloadButton {...button} action="runAgain">
          {t('reports.exports.again')}
        </DownloadButton>
      </div>
    </>
  );
}

interface FileProps extends Pick<Export, 'file'> {
  /** Names the export, to tell the button from others. */
  readonly what: string;
}

function File({ file, what }: FileProps) {
  const { t } = useTranslation('audit');
  const formats = useFormats();
  if (!file) return <p className="muted small">{t('reports.exports.unfinished')}</p>;
  const { events, bytes, sha256 } = file;
  return (
    <div className="row muted small">
      {t('reports.exports.file', {
        count: events,
        number: formats.number(events),
        size: formats.number(Math.ceil((bytes / MEGABYTE_BYTES) * 100) / 100),
      })}
      <span className="row row-tight small-buttons reports-checksum">
        SHA-256
        <code className="cut" title={sha256}>
          {sha256}
        </code>
        <CopyButton text={sha256} of={`SHA-256: ${what}`} />
      </span>
    </div>
  );
}
