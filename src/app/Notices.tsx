/** What the store has to say over the page: the error bar, and toasts when there are any. */
import { lazy, Suspense } from 'react';
import { useSelector } from 'react-redux';
import { selectNotices } from '@store/notices/notices.slice.ts';
import { ErrorBar } from './ErrorBar.tsx';
import StoreArea from './StoreArea.tsx';

const Toasts = lazy(() => import(/* webpackChunkName: "toasts" */ './Toasts.tsx'));

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
