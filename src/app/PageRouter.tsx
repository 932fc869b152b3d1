/** The declarative router over the browser's history. Not `BrowserRouter`: its module brings 5 KB of forms, fetchers and prefetching. */
import { startTransition, useLayoutEffect, useState, type ReactNode } from 'react';
import { Router, UNSAFE_createBrowserHistory as createBrowserHistory } from 'react-router';

interface Props {
  readonly children: ReactNode;
}

/** A screen stays until the next one has loaded. */
export function PageRouter({ children }: Props) {
  const [history] = useState(() => createBrowserHistory({ v5Compat: true }));
  const [{ action, location }, setPlace] = useState({ action: history.action, location: history.location });
  useLayoutEffect(
    () =>
      history.listen((place) => {
        startTransition(() => {
          setPlace(place);
        });
      }),
    [history],
  );
  return (
    <Router location={location} navigationType={action} navigator={history}>
      {children}
    </Router>
  );
}
