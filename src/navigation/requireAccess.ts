/** Loader of protected routes: checks session and role with the server on each navigation, and redirects if refused. */
import { paths } from '@src/paths.ts';
import { createPath, type createBrowserRouter, type LoaderFunction, type Location, NavigationType } from 'react-router';
import { canSkipBack, noteShownEntry } from './closedPages.ts';
import { isInPage, leavePage } from './leavePage.ts';
import { refreshPage } from './pageRefresh.ts';
import { unsavedChanges } from './unsavedChanges.ts';
import type { LazyStore } from '@src/lazyStore.ts';
import type { Access, Screen } from './screen.ts';

export type AppRouter = ReturnType<typeof createBrowserRouter>;

interface Dependencies {
  /** A function, as the router is created with these loaders and calls them before it is returned. */
  readonly router: () => AppRouter;
  readonly store: LazyStore;
}

type Guarded = Exclude<Access, 'open'>;

/** The pending location, else the current one. */
export const targetOf = ({ state }: Pick<AppRouter, 'state'>): Location => state.navigation.location ?? state.location;

async function destinationOf(
  { store }: Dependencies,
  access: Guarded,
  target: Location,
  signal: AbortSignal,
  load?: Screen['load'],
) {
  const [{ checkAccess }, opened] = await Promise.all([import(/* webpackChunkName: "store" */ './checkAccess.ts'), store.open()]);
  return checkAccess(opened, access, createPath(target), signal, load);
}

/** A login may be on another origin, or be answered by the server. */
function follow(router: AppRouter, { to, state }: { readonly to: string; readonly state?: unknown }, replace: boolean): void {
  const target = new URL(to, location.origin);
  if (isInPage(target)) void router.navigate(to, { replace, state });
  else leavePage(target.href);
}

export const requireAccess =
  (dependencies: Dependencies) =>
  (access: Guarded, load: Screen['load']): LoaderFunction =>
  async ({ request: { signal } }) => {
    const isSuperseded = () => signal.aborted;
    await Promise.resolve();
    if (isSuperseded()) return null;
    const router = dependencies.router();
    const target = targetOf(router);
    const redirect = await destinationOf(dependencies, access, target, signal, load);
    if (redirect === null || isSuperseded()) return null;
    if (redirect.to === paths.noAccess.to() && !redirect.isUnchecked && canSkipBack(router.state.navigation.historyAction)) {
      void router.navigate(-1);
      return new Promise(() => undefined);
    }
    // Back, Forward and the first load have already changed the address, so replace it; the router's `redirect()` would push, and
    // carries no state.
    const isInHistory = router.createHref(target) === location.pathname + location.search + location.hash;
    const replace = isInHistory || router.state.navigation.historyAction === NavigationType.Replace;
    follow(router, redirect, replace);
    // The new navigation aborts this one; nothing of the screen is rendered until then.
    return new Promise(() => undefined);
  };

/** A link to the place where the user is replaces its address by the same one. */
const isSamePlace = (from: Location, { location: to, historyAction }: AppRouter['state']): boolean =>
  historyAction === NavigationType.Replace && createPath(to) === createPath(from);

/** Whether the path changed, or Back/Forward led to another search. Hash changes and other replaced addresses do not count. */
const needsRecheck = (from: Location, { location: to, historyAction }: AppRouter['state']): boolean =>
  historyAction !== NavigationType.Replace &&
  (to.pathname !== from.pathname || (historyAction === NavigationType.Pop && to.search !== from.search));

/**
 * Navigation within one screen (another filter, Back to the former one, a link to the same place) does not run its loader, so that
 * nothing waits. The check runs in the background and redirects if refused; granted at the same place, the page reads its data again. A failed check changes nothing, and none runs over unsaved changes: the
 * screen's own requests meet the same server.
 */
export function recheckMoves(dependencies: Dependencies, accessOf: (pattern: string) => Access | undefined): void {
  const router = dependencies.router();
  let shown = router.state;
  let controller = new AbortController();
  router.subscribe((state) => {
    // The check of a pending navigation takes precedence.
    if (state.navigation.state === 'idle') noteShownEntry();
    else controller.abort();
    if (state.location === shown.location || !shown.initialized) {
      shown = state;
      return;
    }
    const [before, now] = [shown, state].map(({ matches }) => matches.at(-1)?.route);
    // A page that failed before is loaded anew, with its check.
    const isToRefresh = isSamePlace(shown.location, state) && !shown.errors;
    const isToRecheck = isToRefresh || needsRecheck(shown.location, state);
    shown = state;
    controller.abort();
    const access = accessOf(now?.path ?? '');
    if (before !== now || !isToRecheck || !access || access === 'open' || unsavedChanges.exist()) return;
    controller = new AbortController();
    const { signal } = controller;
    destinationOf(dependencies, access, state.location, signal).then(
      (redirect) => {
        if (signal.aborted) return;
        if (redirect?.isUnchecked) return;
        if (redirect) follow(router, redirect, true);
        else if (isToRefresh) refreshPage();
      },
      () => undefined,
    );
  });
}
