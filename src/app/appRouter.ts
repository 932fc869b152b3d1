/** The browser router. */
import { createBrowserRouter, createPath, matchPath } from 'react-router';
import type { ComponentType } from 'react';
import type { LazyStore } from '@src/lazyStore.ts';
import { loadScreen } from '@src/navigation/lazyScreen.ts';
import type { Screen } from '@src/navigation/screen.ts';
import { unsavedChanges } from '@src/navigation/unsavedChanges.ts';
import { appRoutes, type RouteOptions } from './appRoutes.tsx';
import { type AppRouter, recheckMoves, requireAccess, targetOf } from '@src/navigation/requireAccess.ts';

interface Options extends Pick<RouteOptions, 'screens' | 'loaded'> {
  readonly store: LazyStore;
}

export function createAppRouter({ screens, loaded, store }: Options): AppRouter {
  const dependencies = { store, router: () => router };
  /** Reloads at the pending address, which is not in the address bar yet when a link was followed. */
  const reloadFor =
    ({ path }: Screen) =>
    () => {
      const target = targetOf(router);
      if (!matchPath(path.pattern, target.pathname)) return false;
      const address = createPath(target);
      unsavedChanges.discard();
      if (address === location.pathname + location.search + location.hash) location.reload();
      else location.assign(address);
      return true;
    };
  const load = async (screen: Screen): Promise<ComponentType> => {
    const [Component] = await Promise.all([loadScreen(screen, reloadFor(screen)), screen.light ? undefined : store.open()]);
    return Component;
  };
  const router = createBrowserRouter(
    appRoutes({
      screens,
      loaded,
      load,
      requireAccess: requireAccess(dependencies),
      isNavigationPending: (renderedKey) => router.state.navigation.state !== 'idle' || router.state.location.key !== renderedKey,
    }),
  );
  recheckMoves(dependencies, (pattern) => screens.find(({ path }) => path.pattern === pattern)?.access);
  return router;
}
