/** Placeholder of a protected screen on the first load, until its access check and its code are done. */
import { useTranslation } from 'react-i18next';
import { Skeleton } from '@src/ui/native/Skeleton.tsx';

const shape = [
  { width: '14rem', height: '2rem' },
  { width: '100%', height: '20rem' },
];

export function PageSkeleton() {
  const { t } = useTranslation('common');
  return (
    <div className="page">
      <Skeleton bars={shape} label={t('loading')} />
    </div>
  );
}
