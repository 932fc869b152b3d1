/** What becomes of the matching events: a file now, a saved report, or one that is mailed; and the progress of a file. */
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { downloadProblemText } from '@src/forms/downloadProblemText.ts';
import { useFormats } from '@src/i18n/useFormats.ts';
import { Alert } from '@src/ui/Alert.tsx';
import { LinkButton } from '@src/ui/LinkButton.tsx';
import { Popover } from '@src/ui/Popover.tsx';
import { paths } from '@src/paths.ts';
import { type AuditView, reportArgs } from './auditView.ts';
import type { Exports } from './useExport.ts';

interface ButtonProps extends Exports {
  readonly view: AuditView;
  readonly now: number;
}

/** Address of a new report with these filters; `range` keeps a period that moves on. */
const newReportAddress = (view: AuditView, now: number): string =>
  paths.usersReports.to({}, { new: '', range: view.range, ...textsOf(reportArgs(view, now)) });

/** Address of a new report that is mailed. */
const scheduleAddress = (view: AuditView, now: number): string => `${newReportAddress(view, now)}&schedule=`;

const textsOf = ({ from, to, person, actor, target, action, verb, object, ip, outcome }: ReturnType<typeof reportArgs>) => ({
  from,
  to,
  person,
  actor,
  target,
  action,
  verb,
  object,
  ip,
  outcome,
});

export function ExportButton({ start, state, view, now }: ButtonProps) {
  const { t } = useTranslation('audit');
  return (
    <Popover label={t('export.button')} button={(opener) => <Button {...opener}>{t('export.button')}</Button>}>
      {(close) => (
        <>
          <p>{t('export.text')}</p>
          <div className="button-row">
            {(['csv', 'xlsx', 'jsonl', 'jsonFile'] as const).map((format) => (
              <Button
                key={format}
                type={format === 'csv' ? 'primary' : 'default'}
                disabled={state?.kind === 'running'}
                onClick={() => {
                  close();
                  start(format);
                }}
              >
                {t(`export.${format}`)}
              </Button>
            ))}
          </div>
          {view.bulk === '' && (
            <>
              <LinkButton type="link" className="flush-start" to={newReportAddress(view, now)}>
                {t('reports.saveAs')}
              </LinkButton>
              <LinkButton type="link" className="flush-start" to={scheduleAddress(view, now)}>
                {t('schedule')}
              </LinkButton>
            </>
          )}
          <LinkButton type="link" className="flush-start" to={paths.usersReports.to()}>
            {t('reports.title')}
          </LinkButton>
        </>
      )}
    </Popover>
  );
}

const MEGABYTE_BYTES = 1_000_000;

export function ExportProgress({ state, cancel, tryAgain }: Exports) {
  const { t } = useTranslation(['audit', 'common']);
  const formats = useFormats();
  if (!state) return null;
  if (state.kind === 'failed')
    return (
      <Alert severity="error" actions={<Button onClick={tryAgain}>{t('common:tryAgain')}</Button>}>
        {downloadProblemText(state.problem, t)}
      </Alert>
    );
  const { rows, bytes, total } = state;
  return (
    <div className="small-buttons box row spread">
      <progress className="full-row" aria-label={t('export.label')} value={rows} max={Math.max(total, 1)} />
      <span className="small">
        {t('export.progress', {
          rows: formats.number(rows),
          total: formats.number(total),
          size: formats.number(Math.round((bytes / MEGABYTE_BYTES) * 10) / 10),
        })}
      </span>
      <Button onClick={cancel}>{t('common:cancel')}</Button>
    </div>
  );
}
