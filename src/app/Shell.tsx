/** The root of every page: one full-width container, the error bar, and the place where screens appear. */
import { lazy, Suspense, type ReactNode } from 'react';
import { useSelector } from 'react-redux';
import { selectNotices } from '@store/notices/notices.slice.ts';
import { ErrorBar } from './ErrorBar.tsx';
import { useScrollMemory } from './scrollMemory.ts';

/** Most visits to the login page have no toast: the code comes with the first one. */
const Toasts = lazy(() => import(/* webpackChunkName: "toasts" */ './Toasts.tsx'));

export function Shell({ children }: { readonly children: ReactNode }) {
  useScrollMemory();
  const hasNotices = useSelector(selectNotices).length > 0;
  return (
    <div className="shell">
      <ErrorBar />
      {children}
      {hasNotices && (
        <Suspense>
          <Toasts />
        </Suspense>
      )}
    </div>
  );
}
