/** What is said over the page: whether it is offline, as whom one acts, the error bar, and toasts when there are any. */
import { lazy, type ReactNode, Suspense } from 'react';
import { useSelector } from 'react-redux';
import { selectSelf } from '@store/session/session.slice.ts';
import { selectNotices } from '@store/notices/notices.slice.ts';
import { ConnectionBar } from './ConnectionBar.tsx';
import { ErrorBar } from './ErrorBar.tsx';
import { usePageConfig } from '@src/pageConfig/pageConfigContext.ts';
import { ImpersonationBanner } from './lazyParts.ts';
import StoreBoundary from './StoreBoundary.tsx';

/** A toast that can't be shown is no reason to take the page away. */
const nothing = (): { default: () => ReactNode } => ({ default: () => null });
const Toasts = lazy<() => ReactNode>(() => import(/* webpackChunkName: "toasts" */ './Toasts.tsx').catch(nothing));

function MaybeToasts() {
  return useSelector(selectNotices).length > 0 && <Toasts />;
}

function MaybeActing() {
  const { acting } = usePageConfig();
  return (useSelector(selectSelf)?.impersonatedBy ?? acting) && <ImpersonationBanner />;
}

export default function Notices() {
  return (
    <StoreBoundary>
      <ConnectionBar />
      <Suspense>
        <MaybeActing />
      </Suspense>
      <ErrorBar />
      <Suspense>
        <MaybeToasts />
      </Suspense>
    </StoreBoundary>
  );
}
