/** Parts shown over the page: offline bar, impersonation banner, error bar, toasts. */
import { lazy, type ReactNode, Suspense } from 'react';
import { useSelector } from 'react-redux';
import { selectSelf } from '@store/session/session.slice.ts';
import { selectNotices } from '@store/notices/notices.slice.ts';
import { PlainToasts } from './PlainToasts.tsx';
import { ConnectionBar } from './ConnectionBar.tsx';
import { ErrorBar } from './ErrorBar.tsx';
import { usePageConfig } from '@src/pageConfig/pageConfigContext.ts';
import { ImpersonationBanner } from './lazyParts.ts';
import StoreBoundary from './StoreBoundary.tsx';

/** Where the code of the toasts could not be loaded, as offline: the next notice tries again. */
const lazyToasts = () =>
  lazy<() => ReactNode>(() =>
    import(/* webpackChunkName: "toasts" */ './Toasts.tsx').catch(() => {
      parts.Toasts = lazyToasts();
      return { default: PlainToasts };
    }),
  );
const parts = { Toasts: lazyToasts() };

function MaybeToasts() {
  const { Toasts } = parts;
  return useSelector(selectNotices).length > 0 && <Toasts />;
}

function MaybeImpersonationBanner() {
  const { acting } = usePageConfig();
  return (useSelector(selectSelf)?.impersonatedBy ?? acting) && <ImpersonationBanner />;
}

export default function Notices() {
  return (
    <StoreBoundary>
      <ConnectionBar />
      <Suspense>
        <MaybeImpersonationBanner />
      </Suspense>
      <ErrorBar />
      <Suspense>
        <MaybeToasts />
      </Suspense>
    </StoreBoundary>
  );
}
