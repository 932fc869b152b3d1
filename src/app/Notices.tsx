/** What is said over the page: whether it is offline, as whom one acts, the error bar, and toasts when there are any. */
import { lazy, type ReactNode, Suspense } from 'react';
import { useSelector } from 'react-redux';
import { selectSelf } from '@store/login/session.slice.ts';
import { selectNotices } from '@store/notices/notices.slice.ts';
import { ConnectionBar } from './ConnectionBar.tsx';
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
      <ConnectionBar />
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
