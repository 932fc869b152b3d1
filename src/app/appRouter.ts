/** The page's router over the browser's history. */
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
  const parts = { store, router: () => router };
  /** Loads the document anew at the address that is navigated to, which is not in the address bar yet where a link leads there. */
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
      requireAccess: requireAccess(parts),
      isNavigationPending: (drawnKey) => router.state.navigation.state !== 'idle' || router.state.location.key !== drawnKey,
    }),
  );
  recheckMoves(parts, (pattern) => screens.find(({ path }) => path.pattern === pattern)?.access);
  return router;
}
