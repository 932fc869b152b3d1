/** Logins and failures of the last 24 hours by hour, beside what is usual at that hour. */
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Overview } from '@api/contract/overview.ts';
import { TimeBars } from '@src/ui/timeBars/TimeBars.tsx';
import { Group } from './Group.tsx';

const HOUR_MS = 3_600_000;

export function LogIns({ hours }: Pick<Overview['logIns'], 'hours'>) {
  const { t } = useTranslation('overview');
  const data = useMemo(() => {
    const starts = hours.map(({ start }) => Date.parse(start));
    return {
      edges: [...starts, (starts.at(-1) ?? 0) + HOUR_MS],
      series: [
        {
          key: 'accepted',
          label: t('logIns.accepted'),
          tone: 'success' as const,
          pattern: 'plain' as const,
          values: hours.map(({ accepted }) => accepted),
        },
        {
          key: 'failed',
          label: t('logIns.failed'),
          tone: 'warning' as const,
          pattern: 'stripes' as const,
          values: hours.map(({ failed }) => failed),
        },
      ],
      usual: { label: t('logIns.usual'), values: hours.map(({ usual }) => usual) },
    };
  }, [hours, t]);
  const texts = {
    label: t('logIns.hours'),
    hint: t('logIns.hint'),
    time: t('logIns.time'),
    total: t('logIns.total'),
    showTable: t('logIns.showTable'),
    hideTable: t('logIns.hideTable'),
  };
  return (
    <Group heading={t('logIns.heading')}>
      <div>
        <h3 className="small">{texts.label}</h3>
        <TimeBars data={data} texts={texts} />
      </div>
    </Group>
  );
}
