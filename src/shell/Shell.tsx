/** The root of every page: one full-width container, the error bar, and the place where screens appear. */
import { lazy, Suspense, type ReactNode } from 'react';
import { useIsStoreOpen } from '@src/lazyStore.ts';

const Notices = lazy(() => import(/* webpackChunkName: "store" */ './Notices.tsx'));

export function Shell({ children }: { readonly children: ReactNode }) {
  return (
    <div className="shell">
      {useIsStoreOpen() && (
        <Suspense>
          <Notices />
        </Suspense>
      )}
      {children}
    </div>
  );
}
