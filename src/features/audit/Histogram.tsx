/** The report as a picture: events by time and outcome, a strip that opens; bars filter the report. */
import { Button, Flex } from 'antd';
import { type ReactNode, useEffect, useId, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFetchAuditHistogramQuery } from '@api/client/audit.api.ts';
import type { AuditHistogram } from '@api/contract/audit.ts';
import { useFormats } from '@src/i18n/useFormats.ts';
import { TimeBars } from '@src/ui/timeBars/TimeBars.tsx';
import { type BarsData, totalOfBars } from '@src/ui/timeBars/timeBars.ts';
import { type AuditView, rangeBetween, reportArgs } from './auditView.ts';
import type { ViewChange } from './useAuditAddress.ts';
import { usePreviousPeriod } from './usePreviousPeriod.ts';

interface Props {
  readonly view: AuditView;
  readonly query: ReturnType<typeof useHistogram>;
  readonly onView: (change: ViewChange) => void;
}

const { timeZone } = Intl.DateTimeFormat().resolvedOptions();

/** Looks of the outcomes, from the bottom of the bars to their top. */
const looks = [
  { key: 'success', tone: 'success', pattern: 'plain' },
  { key: 'failure', tone: 'warning', pattern: 'stripes' },
  { key: 'refused', tone: 'error', pattern: 'dots' },
] as const;

/** Reads the histogram of the report's events. */
export function useHistogram(view: AuditView, asOf: number) {
  const query = useFetchAuditHistogramQuery({ ...reportArgs(view, asOf), timeZone }, { refetchOnMountOrArgChange: true });
  useRefetch(asOf, query.refetch);
  return query;
}

export function Histogram({ view, query: { data, isError, isFetching, refetch }, onView }: Props) {
  const { t } = useTranslation('audit');
  const formats = useFormats();
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const { previous, remember } = usePreviousPeriod(view);
  const bars = useBars(data);
  const texts = {
    label: t('histogram.label'),
    hint: t('histogram.hint'),
    time: t('histogram.time'),
    total: t('histogram.total'),
    showTable: t('histogram.showTable'),
    hideTable: t('histogram.hideTable'),
  };
  const drawn = data?.countedNewest.bars ?? null;
  const goBack = previous && (() => onView((latest) => ({ ...latest, ...previous })));
  const back = goBack && (
    <Button type="link" className="flush-start" onClick={goBack}>
      {t('histogram.previousPeriod')}
    </Button>
  );

  return (
    <div
      role="group"
      className="audit-histogram options"
      data-open={isOpen}
      aria-label={t('histogram.label')}
      aria-busy={isFetching}
    >
      <div id={id} className="small-buttons">
        {isError ? (
          <Instead back={back}>
            {t('histogram.failed')} <TryAgain onTryAgain={() => void refetch()} />
          </Instead>
        ) : bars && totalOfBars(bars) === 0 ? (
          <Instead back={back}>{t('histogram.none')}</Instead>
        ) : (
          <TimeBars
            data={bars}
            texts={texts}
            onChoose={(from, to) => {
              const chosen = rangeBetween(from, to);
              remember(chosen);
              onView((latest) => ({ ...latest, ...chosen }));
            }}
            onBack={goBack}
          >
            {back}
          </TimeBars>
        )}
        {drawn !== null && isOpen && <p className="muted small">{t('histogram.newest', { number: formats.number(drawn) })}</p>}
      </div>
      <div className="small-buttons">
        <Button
          type="link"
          size="small"
          {...(isOpen && { className: 'flush-start' })}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => {
            setOpen(!isOpen);
          }}
        >
          {t(isOpen ? 'histogram.close' : 'histogram.open')}
        </Button>
        {!isOpen && back}
      </div>
    </div>
  );
}

/** Stands in the chart's place, and is as high. */
const Instead = ({ children, back }: { readonly children: ReactNode; readonly back: ReactNode }) => (
  <>
    <Flex wrap justify="center" align="center" gap="middle" className="time-bars box muted">
      <p className="small">{children}</p>
    </Flex>
    {back}
  </>
);

function TryAgain({ onTryAgain }: { readonly onTryAgain: () => void }) {
  const { t } = useTranslation('common');
  return <Button onClick={onTryAgain}>{t('tryAgain')}</Button>;
}

/** Reads again when the report is refreshed, which need not change the arguments. */
function useRefetch(asOf: number, refetch: () => unknown): void {
  const fetchedAsOf = useRef(asOf);
  useEffect(() => {
    if (fetchedAsOf.current === asOf) return;
    fetchedAsOf.current = asOf;
    void refetch();
  }, [asOf, refetch]);
}

function useBars(data: AuditHistogram | undefined): BarsData | undefined {
  const { t } = useTranslation('audit');
  return useMemo(
    () =>
      data && {
        edges: data.edges.map((edge) => Date.parse(edge)),
        series: looks.map((look) => ({ ...look, label: t(`outcome.${look.key}`), values: data.bars[look.key] })),
      },
    [data, t],
  );
}
