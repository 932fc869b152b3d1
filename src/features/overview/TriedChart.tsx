/** Logins and failures by hour or by day. */
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Overview } from '@api/contract/overview.ts';
import { TimeBars } from '@src/ui/timeBars/TimeBars.tsx';

interface Props {
  readonly label: string;
  readonly spans: Overview['logIns']['hours'];
}

export function TriedChart({ label, spans }: Props) {
  const { t } = useTranslation('overview');
  const data = useMemo(
    () => ({
      edges: edgesOf(spans),
      series: [
        {
          key: 'accepted',
          label: t('logIns.accepted'),
          tone: 'success' as const,
          pattern: 'plain' as const,
          values: spans.map(({ accepted }) => accepted),
        },
        {
          key: 'failed',
          label: t('logIns.failed'),
          tone: 'warning' as const,
          pattern: 'stripes' as const,
          values: spans.map(({ failed }) => failed),
        },
      ],
    }),
    [spans, t],
  );
  const texts = {
    label,
    hint: t('logIns.hint'),
    time: t('logIns.time'),
    total: t('logIns.total'),
    showTable: t('logIns.showTable'),
    hideTable: t('logIns.hideTable'),
  };
  return (
    <div>
      <h3 className="small">{label}</h3>
      <TimeBars data={data} texts={texts} />
    </div>
  );
}

/** The last span is as long as the one before: its end is unknown, as it is in the future. */
function edgesOf(spans: Props['spans']): number[] {
  const starts = spans.map(({ start }) => Date.parse(start));
  const [former = 0, last = 0] = starts.slice(-2);
  return [...starts, last + (last - former)];
}
