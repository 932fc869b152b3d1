/** Root route: the shell, the table of existing routes, and the state of a navigation. */
import { useLayoutEffect, useMemo, useRef } from 'react';
import { matchPath, Outlet, parsePath, useLocation } from 'react-router';
import { RouteExistsContext } from '@src/ui/routeExists.ts';
import type { Screen } from '@src/navigation/screen.ts';
import { Shell } from '@src/shell/Shell.tsx';
import { NavigationPendingContext } from '@src/navigation/navigationPending.ts';
import { NavigationProgress } from '@src/navigation/NavigationProgress.tsx';
import { useScrollToTop } from '@src/navigation/useScrollToTop.ts';

interface Props {
  readonly screens: readonly Screen[];
  readonly isNavigationPending: (renderedKey: string) => boolean;
}

/** Results are cached: each link asks, and matching all patterns is slow. */
function createRouteExists(screens: readonly Screen[]): (to: string) => boolean {
  const known = new Map<string, boolean>();
  return (to) => {
    const { pathname = '/' } = parsePath(to);
    const exists = known.get(pathname) ?? screens.some(({ path }) => matchPath(path.pattern, pathname));
    known.set(pathname, exists);
    return exists;
  };
}

export function AppLayout({ screens, isNavigationPending }: Props) {
  useScrollToTop();
  const routeExists = useMemo(() => createRouteExists(screens), [screens]);
  const { key } = useLocation();
  const renderedKeyRef = useRef(key);
  useLayoutEffect(() => {
    renderedKeyRef.current = key;
  }, [key]);
  const isPending = useMemo(() => () => isNavigationPending(renderedKeyRef.current), [isNavigationPending]);
  return (
    <RouteExistsContext value={routeExists}>
      <NavigationPendingContext value={isPending}>
        <NavigationProgress />
        <Shell>
          <Outlet />
        </Shell>
      </NavigationPendingContext>
    </RouteExistsContext>
  );
}
