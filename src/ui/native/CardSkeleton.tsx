/** Placeholder of a loading card: a heading, two fields and a button. */
import { useTranslation } from 'react-i18next';
import { Skeleton } from './Skeleton.tsx';

const bars = [
  { width: '60%', height: '2rem' },
  { width: '100%', height: '4rem' },
  { width: '100%', height: '4rem' },
  { width: '100%', height: '2.5rem' },
];

export function CardSkeleton() {
  const { t } = useTranslation('common');
  return (
    <div className="card">
      <Skeleton bars={bars} label={t('loading')} />
    </div>
  );
}
