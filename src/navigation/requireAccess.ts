/** The loader of protected routes: session and role are checked with the server on each navigation; what is refused leads elsewhere. */
import { createPath, type createBrowserRouter, type LoaderFunction, type Location, NavigationType } from 'react-router';
import { unsavedChanges } from './unsavedChanges.ts';
import type { LazyStore } from '@src/lazyStore.ts';
import type { Access } from './screen.ts';

export type AppRouter = ReturnType<typeof createBrowserRouter>;

interface Parts {
  /** The router is made with these loaders, and calls them before it is returned. */
  readonly router: () => AppRouter;
  readonly store: LazyStore;
}

type Guarded = Exclude<Access, 'open'>;

/** Where the router is going, else where it is. */
export const targetOf = ({ state }: Pick<AppRouter, 'state'>): Location => state.navigation.location ?? state.location;

async function destinationOf({ store }: Parts, access: Guarded, target: Location, signal: AbortSignal) {
  const [{ checkAccess }, opened] = await Promise.all([import(/* webpackChunkName: "store" */ './checkAccess.ts'), store.open()]);
  return checkAccess(opened, access, createPath(target), signal);
}

export const requireAccess =
  (parts: Parts) =>
  (access: Guarded): LoaderFunction =>
  async ({ request: { signal } }) => {
    const isSuperseded = () => signal.aborted;
    await Promise.resolve();
    if (isSuperseded()) return null;
    const router = parts.router();
    const target = targetOf(router);
    const elsewhere = await destinationOf(parts, access, target, signal);
    if (elsewhere === null || isSuperseded()) return null;
    // Back, Forward and the first load have changed the address already; `redirect()` of the router would push, and carries no state.
    const isInHistory = router.createHref(target) === location.pathname + location.search + location.hash;
    const replace = isInHistory || router.state.navigation.historyAction === NavigationType.Replace;
    void router.navigate(elsewhere.to, { replace, state: elsewhere.state });
    // That navigation aborts this one; until then nothing of the screen may be drawn.
    return new Promise(() => undefined);
  };

/** Another path, by a link or by Back and Forward; these also between two searches. An anchor is no step, and a replaced address none. */
const isStep = (from: Location, { location: to, historyAction }: AppRouter['state']): boolean =>
  historyAction !== NavigationType.Replace &&
  (to.pathname !== from.pathname || (historyAction === NavigationType.Pop && to.search !== from.search));

/**
 * Moves within one screen (another filter, Back to the former one) do not run its loader, so that nothing waits. Their checks run behind
 * them, and lead away where they are refused. A check that fails, or that work with unsaved changes is open under, changes nothing: the
 * calls of the screen meet the same server.
 */
export function recheckMoves(parts: Parts, accessOf: (pattern: string) => Access | undefined): void {
  const router = parts.router();
  let shown = router.state;
  let controller = new AbortController();
  router.subscribe((state) => {
    // The check of a navigation that is pending counts for more.
    if (state.navigation.state !== 'idle') controller.abort();
    if (state.location === shown.location || !shown.initialized) {
      shown = state;
      return;
    }
    const [before, now] = [shown, state].map(({ matches }) => matches.at(-1)?.route);
    const isMove = isStep(shown.location, state);
    shown = state;
    controller.abort();
    const access = accessOf(now?.path ?? '');
    if (before !== now || !isMove || !access || access === 'open' || unsavedChanges.exist()) return;
    controller = new AbortController();
    const { signal } = controller;
    destinationOf(parts, access, state.location, signal).then(
      (elsewhere) => {
        if (elsewhere && !signal.aborted) void router.navigate(elsewhere.to, { replace: true, state: elsewhere.state });
      },
      () => undefined,
    );
  });
}
