/** The route around the sign-in family. */
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet } from 'react-router';
import { Skeleton } from '@src/ui/Skeleton.tsx';
import { SignInFrame } from './SignInFrame.tsx';

/** A card with a heading, two fields and a button. */
const cardShape = [
  { width: '60%', height: '2rem' },
  { width: '100%', height: '4rem' },
  { width: '100%', height: '4rem' },
  { width: '100%', height: '2.5rem' },
];

export function SignInLayout() {
  const { t } = useTranslation('common');
  return (
    <SignInFrame>
      <Suspense
        fallback={
          <div className="card">
            <Skeleton bars={cardShape} label={t('loading')} />
          </div>
        }
      >
        <Outlet />
      </Suspense>
    </SignInFrame>
  );
}
