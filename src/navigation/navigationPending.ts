/** True while a navigation is pending, or completed but not yet drawn. Automatic redirects must not cancel it. */
import { createContext, useContext } from 'react';

export const NavigationPendingContext = createContext<() => boolean>(() => false);

/** To be called at the moment of navigating: what was last rendered may be older than the last click. */
export const useIsNavigationPending = (): (() => boolean) => useContext(NavigationPendingContext);
