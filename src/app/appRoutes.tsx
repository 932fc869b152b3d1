/** Route objects: path, layout and access check of each screen. */
import { lazy, Suspense, type ComponentType, type ReactNode } from 'react';
import type { LoaderFunction, RouteObject } from 'react-router';
import { loadKeys, loadPalette } from '@src/features/users/users.routes.ts';
import { paths } from '@src/paths.ts';
import { CardSkeleton } from '@src/ui/native/CardSkeleton.tsx';
import { FailedPage } from '@src/shell/FailedPage.tsx';
import { useIsStoreOpen } from '@src/lazyStore.ts';
import MissingPage from '@src/shell/MissingPage.tsx';
import type { Access, Screen } from '@src/navigation/screen.ts';
import { SignInLayout } from '@src/shell/SignInLayout.tsx';
import { AppLayout } from './AppLayout.tsx';
import { PageSkeleton } from '@src/navigation/PageSkeleton.tsx';
import { RedirectToLogin } from '@src/navigation/RedirectToLogin.tsx';
import { FailedCard, FailedScreen } from '@src/navigation/ScreenError.tsx';

export interface RouteOptions {
  readonly screens: readonly Screen[];
  /** A screen whose code is loaded already is rendered at once. */
  readonly loaded?: { readonly screen: Screen; readonly Component: ComponentType } | undefined;
  /** Loads a screen and what it needs before rendering. */
  readonly load: (screen: Screen) => Promise<ComponentType>;
  readonly requireAccess: (access: Exclude<Access, 'open'>, load: Screen['load']) => LoaderFunction;
  /** Compares with the location key that is rendered. */
  readonly isNavigationPending: (renderedKey: string) => boolean;
}

const LazyDialogs = lazy(async () => ({
  default: (await import(/* webpackChunkName: "store" */ '@src/shell/LazyDialogs.tsx')).LazyDialogs,
}));
const StoreBoundary = lazy(() => import(/* webpackChunkName: "store" */ '@src/shell/StoreBoundary.tsx'));

/** The layout is loaded by the router, beside the screen: nothing suspends once they are rendered. */
async function signedInLayout() {
  const [{ default: Boundary }, { default: SignedInLayout }] = await Promise.all([
    import(/* webpackChunkName: "store" */ '@src/shell/StoreBoundary.tsx'),
    import(/* webpackChunkName: "signedIn" */ '@src/shell/SignedInLayout.tsx'),
  ]);
  function SignedIn() {
    return (
      <Boundary>
        <SignedInLayout loadPalette={loadPalette} loadKeys={loadKeys} />
      </Boundary>
    );
  }
  return { Component: SignedIn };
}

function WithStore({ children }: { readonly children: ReactNode }) {
  return (
    <Suspense>
      <StoreBoundary>{children}</StoreBoundary>
    </Suspense>
  );
}

/** A light screen, with the part that needs the store. */
function lightScreen(Screen: ComponentType, later: () => Promise<{ readonly default: ComponentType }>): ComponentType {
  const Later = lazy(later);
  return function LightScreen() {
    const isStoreOpen = useIsStoreOpen();
    return (
      <>
        <Screen />
        {isStoreOpen && (
          <WithStore>
            <Later />
          </WithStore>
        )}
      </>
    );
  };
}

function openScreen(Screen: ComponentType): ComponentType {
  return function OpenScreen() {
    return (
      <StoreBoundary>
        <Screen />
        <Suspense>
          <LazyDialogs />
        </Suspense>
      </StoreBoundary>
    );
  };
}

function withFrame({ access, light }: Screen, Component: ComponentType): ComponentType {
  if (light) return lightScreen(Component, light.later);
  return access === 'open' ? openScreen(Component) : Component;
}

function routeOf(screen: Screen, { loaded, load, requireAccess }: RouteOptions): RouteObject {
  const { access } = screen;
  return {
    path: screen.path.pattern,
    ...(loaded?.screen === screen
      ? { Component: withFrame(screen, loaded.Component) }
      : { lazy: async () => ({ Component: withFrame(screen, await load(screen)) }) }),
    ...(access === 'open'
      ? { ErrorBoundary: FailedCard, HydrateFallback: CardSkeleton }
      : {
          ErrorBoundary: FailedScreen,
          HydrateFallback: PageSkeleton,
          loader: requireAccess(access, screen.load),
          // Navigation within one screen does not wait; `recheckMoves` checks in the background.
          shouldRevalidate: () => false,
        }),
  };
}

export function appRoutes(options: RouteOptions): RouteObject[] {
  const { screens, isNavigationPending } = options;
  const open = screens.filter(({ access }) => access === 'open');
  const guarded = screens.filter(({ access }) => access !== 'open');
  return [
    {
      element: <AppLayout screens={screens} isNavigationPending={isNavigationPending} />,
      ErrorBoundary: FailedPage,
      children: [
        { path: paths.root.pattern, Component: RedirectToLogin },
        {
          Component: SignInLayout,
          children: [...open.map((screen) => routeOf(screen, options)), { path: '*', Component: MissingPage }],
        },
        {
          lazy: signedInLayout,
          HydrateFallback: PageSkeleton,
          children: guarded.map((screen) => routeOf(screen, options)),
        },
      ],
    },
  ];
}
