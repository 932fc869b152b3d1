/** The declarative router over the browser's history. Not `BrowserRouter`: its module brings 5 KB of forms, fetchers and prefetching. */
import { startTransition, useCallback, useLayoutEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import {
  NavigationType,
  parsePath,
  Router,
  UNSAFE_createBrowserHistory as createBrowserHistory,
  type Navigator,
  type To,
} from 'react-router';
import { leaveGuard } from './leaveGuard.ts';
import { UnderWayContext } from './underWay.ts';

type History = ReturnType<typeof createBrowserHistory>;

const leads = (to: To): boolean => (typeof to === 'string' ? parsePath(to) : to).pathname !== location.pathname;

/** Another page is gone to at once, or once the person agrees to lose unsaved work. */
const guarded = (to: To, go: () => void): void => {
  if (leaveGuard.isHeld() && leads(to)) leaveGuard.ask(go);
  else go();
};

const navigatorOf = (history: History): Navigator => ({
  createHref: (to) => history.createHref(to),
  go: (delta) => {
    history.go(delta);
  },
  push: (to, state) => {
    guarded(to, () => {
      // As browsers do: a way to where one is already, such as the second of a double click, is no step of its own.
      const isThere = history.createHref(to) === history.createHref(history.location);
      history[isThere ? 'replace' : 'push'](to, state);
    });
  },
  replace: (to, state) => {
    guarded(to, () => {
      history.replace(to, state);
    });
  },
});

/** A screen stays until the next one has loaded. */
export function PageRouter({ children }: { readonly children: ReactNode }) {
  const [history] = useState(() => createBrowserHistory({ v5Compat: true }));
  const [{ action, location: place }, setPlace] = useState({ action: history.action, location: history.location });
  const navigator = useMemo(() => navigatorOf(history), [history]);
  const drawn = useRef(place.key);
  useLayoutEffect(() => {
    drawn.current = place.key;
  }, [place]);
  const isUnderWay = useCallback(() => history.location.key !== drawn.current, [history]);

  useLayoutEffect(() => {
    let stays = history.location.pathname;
    let isReturning = false;
    return history.listen(({ action: how, location: where, delta }) => {
      if (isReturning) {
        isReturning = false;
        return;
      }
      if (how === NavigationType.Pop && delta && leaveGuard.isHeld() && where.pathname !== stays) {
        // The browser has gone already: back to where the work is, until the person has answered.
        isReturning = true;
        history.go(-delta);
        leaveGuard.ask(() => {
          history.go(delta);
        });
        return;
      }
      stays = where.pathname;
      startTransition(() => {
        setPlace({ action: how, location: where });
      });
    });
  }, [history]);

  return (
    <Router location={place} navigationType={action} navigator={navigator}>
      <UnderWayContext value={isUnderWay}>{children}</UnderWayContext>
    </Router>
  );
}
