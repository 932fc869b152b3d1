/** Logins and failures by hour and by day. */
import { useTranslation } from 'react-i18next';
import type { Overview } from '@api/contract/overview.ts';
import { Group } from './Group.tsx';
import { TriedChart } from './TriedChart.tsx';

export function LogIns({ hours, days }: Overview['logIns']) {
  const { t } = useTranslation('overview');
  return (
    <Group heading={t('logIns.heading')}>
      <TriedChart label={t('logIns.hours')} spans={hours} />
      <TriedChart label={t('logIns.days')} spans={days} />
    </Group>
  );
}
