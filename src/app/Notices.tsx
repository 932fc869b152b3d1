/** What the store has to say over the page: the error bar, and toasts when there are any. */
import { lazy, type ReactNode, Suspense } from 'react';
import { useSelector } from 'react-redux';
import { selectNotices } from '@store/notices/notices.slice.ts';
import { ErrorBar } from './ErrorBar.tsx';
import StoreArea from './StoreArea.tsx';

/** A toast that can't be shown is no reason to take the page away. */
const nothing = (): { default: () => ReactNode } => ({ default: () => null });
const Toasts = lazy<() => ReactNode>(() => import(/* webpackChunkName: "toasts" */ './Toasts.tsx').catch(nothing));

function MaybeToasts() {
  return useSelector(selectNotices).length > 0 && <Toasts />;
}

export default function Notices() {
  return (
    <StoreArea>
      <ErrorBar />
      <Suspense>
        <MaybeToasts />
      </Suspense>
    </StoreArea>
  );
}
