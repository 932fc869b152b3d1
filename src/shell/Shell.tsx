/** The root of every page: container, notices and the outlet for screens. */
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
