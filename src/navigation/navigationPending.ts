/** True while a navigation is pending, or completed but not yet rendered. Automatic redirects must not cancel it. */
import { createContext, useContext } from 'react';

export const NavigationPendingContext = createContext<() => boolean>(() => false);

/** Call it at the moment of navigating: the last render may be older than the last click. */
export const useIsNavigationPending = (): (() => boolean) => useContext(NavigationPendingContext);
