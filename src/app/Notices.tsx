/** What the store has to say over the page: as whom one acts, the error bar, and toasts when there are any. */
import { lazy, type ReactNode, Suspense } from 'react';
import { useSelector } from 'react-redux';
import { selectSelf } from '@store/login/session.slice.ts';
import { selectNotices } from '@store/notices/notices.slice.ts';
import { ErrorBar } from './ErrorBar.tsx';
import { usePageConfig } from './pageConfigContext.ts';
import { ActingBand } from './signedIn/askedParts.ts';
import StoreArea from './StoreArea.tsx';

/** A toast that can't be shown is no reason to take the page away. */
const nothing = (): { default: () => ReactNode } => ({ default: () => null });
const Toasts = lazy<() => ReactNode>(() => import(/* webpackChunkName: "toasts" */ './Toasts.tsx').catch(nothing));

function MaybeToasts() {
  return useSelector(selectNotices).length > 0 && <Toasts />;
}

function MaybeActing() {
  const { acting } = usePageConfig();
  return (useSelector(selectSelf)?.impersonatedBy ?? acting) && <ActingBand />;
}

export default function Notices() {
  return (
    <StoreArea>
      <Suspense>
        <MaybeActing />
      </Suspense>
      <ErrorBar />
      <Suspense>
        <MaybeToasts />
      </Suspense>
    </StoreArea>
  );
}
