/** The routed page: which screen stands at which address, and what stands around it. */
import { lazy, Suspense, useCallback, type ComponentType, type ReactNode } from 'react';
import { matchPath, Navigate, parsePath, Route, Routes, useLocation } from 'react-router';
import { paths } from '@src/paths.ts';
import { ReachableContext } from '@src/ui/reachable.ts';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { useIsStoreOpen } from './lateStore.ts';
import MissingPage from './MissingPage.tsx';
import type { Screen } from './screen.ts';
import { Shell } from './Shell.tsx';
import { SignInLayout } from './SignInLayout.tsx';

/** A screen and what draws it: loaded already, or on demand. */
export interface PlacedScreen {
  readonly screen: Screen;
  readonly Component: ComponentType;
  /** What a light screen draws besides, once the store is there. */
  readonly Later?: ComponentType;
}

const AskedDialogs = lazy(async () => ({
  default: (await import(/* webpackChunkName: "store" */ './AskedDialogs.tsx')).AskedDialogs,
}));
const StoreArea = lazy(() => import(/* webpackChunkName: "store" */ './StoreArea.tsx'));
const SignedInLayout = lazy(() => import(/* webpackChunkName: "store" */ './signedIn/SignedInLayout.tsx'));
const Gate = lazy(() => import(/* webpackChunkName: "store" */ './signedIn/Gate.tsx'));

function WithStore({ children }: { readonly children: ReactNode }) {
  return (
    <Suspense>
      <StoreArea>{children}</StoreArea>
    </Suspense>
  );
}

function Light({ Component, Later }: Omit<PlacedScreen, 'screen'>) {
  const isStoreOpen = useIsStoreOpen();
  return (
    <>
      <Component />
      {Later && isStoreOpen && (
        <WithStore>
          <Later />
        </WithStore>
      )}
    </>
  );
}

function elementOf({ screen, Component, Later }: PlacedScreen): ReactNode {
  if (screen.light) return <Light Component={Component} {...(Later && { Later })} />;
  if (screen.access !== 'open') {
    return (
      <Gate access={screen.access} late={typeof Component !== 'function'}>
        <Component />
      </Gate>
    );
  }
  return (
    <StoreArea>
      <Component />
      <Suspense>
        <AskedDialogs />
      </Suspense>
    </StoreArea>
  );
}

const routesOf = (placed: readonly PlacedScreen[]) =>
  placed.map((one) => <Route key={one.screen.path.pattern} path={one.screen.path.pattern} element={elementOf(one)} />);

export function App({ placed }: { readonly placed: readonly PlacedScreen[] }) {
  const { pathname } = useLocation();
  const reachable = useCallback(
    (to: string) => placed.some(({ screen }) => matchPath(screen.path.pattern, parsePath(to).pathname ?? '/')),
    [placed],
  );
  const open = placed.filter(({ screen }) => screen.access === 'open');
  const guarded = placed.filter(({ screen }) => screen.access !== 'open');
  return (
    <ReachableContext value={reachable}>
      <ErrorBoundary place={pathname}>
        <Shell>
          <Routes>
            <Route path={paths.root.pattern} element={<Navigate to={paths.login.to()} replace />} />
            <Route element={<SignInLayout />}>
              {routesOf(open)}
              <Route path="*" element={<MissingPage />} />
            </Route>
            <Route
              element={
                <WithStore>
                  <SignedInLayout />
                </WithStore>
              }
            >
              {routesOf(guarded)}
            </Route>
          </Routes>
        </Shell>
      </ErrorBoundary>
    </ReachableContext>
  );
}
