/** The logins of the user's own account. */
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { withPhrases } from '@src/i18n/withPhrases.ts';
import { lazyPart } from '@src/ui/lazyPart.tsx';
import { PartErrorBoundary } from '@src/ui/PartErrorBoundary.tsx';
import { Skeleton } from '@src/ui/Skeleton.tsx';
import { useNow } from '@src/ui/useNow.ts';

const MINUTE_MS = 60_000;

const FIRST_COUNT = 5;

const LogInList = lazyPart(
  withPhrases(['audit', 'actions', 'logIns'], async () => {
    const { LogInList: component } = await import(/* webpackChunkName: "logins" */ '@src/logIns/LogInList.tsx');
    return { default: component };
  }),
  { inPlace: true },
);

const bars = [{ width: '100%', height: '8rem' }];

export function LogInsSection() {
  const { t } = useTranslation('common');
  const now = useNow(MINUTE_MS);
  return (
    <PartErrorBoundary>
      <Suspense fallback={<Skeleton bars={bars} label={t('loading')} />}>
        <LogInList firstCount={FIRST_COUNT} now={now} />
      </Suspense>
    </PartErrorBoundary>
  );
}
