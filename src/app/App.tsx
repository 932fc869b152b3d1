/** The routed page: which screen stands at which address, and what stands before it. */
import { lazy, Suspense, type ComponentType, type ReactNode } from 'react';
import { Navigate, Route, Routes, useLocation } from 'react-router';
import { paths } from '@src/paths.ts';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import MissingPage from './MissingPage.tsx';
import type { Screen } from './screen.ts';
import { Shell } from './Shell.tsx';
import { SignInLayout } from './SignInLayout.tsx';

/** A screen and what draws it: loaded already, or on demand. */
export interface PlacedScreen {
  readonly screen: Screen;
  readonly Component: ComponentType;
}

const SignedInLayout = lazy(() => import(/* webpackChunkName: "signed-in" */ './signedIn/SignedInLayout.tsx'));
const Gate = lazy(() => import(/* webpackChunkName: "signed-in" */ './signedIn/Gate.tsx'));

const behindGate = ({ access }: Screen, content: ReactNode): ReactNode =>
  access === 'open' ? content : <Gate access={access}>{content}</Gate>;

const routesOf = (placed: readonly PlacedScreen[]) =>
  placed.map(({ screen, Component }) => (
    <Route key={screen.path.pattern} path={screen.path.pattern} element={behindGate(screen, <Component />)} />
  ));

export function App({ placed }: { readonly placed: readonly PlacedScreen[] }) {
  const { pathname } = useLocation();
  const open = placed.filter(({ screen }) => screen.access === 'open');
  const guarded = placed.filter(({ screen }) => screen.access !== 'open');
  return (
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
              <Suspense>
                <SignedInLayout />
              </Suspense>
            }
          >
            {routesOf(guarded)}
          </Route>
        </Routes>
      </Shell>
    </ErrorBoundary>
  );
}
