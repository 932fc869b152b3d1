/** Which addresses have a screen. What leads nowhere is not offered: a bar, a list or a menu may know of more rooms than stand. */
import { createContext, useContext } from 'react';

/** Takes a path, with or without query. Everything is reachable where nobody says otherwise. */
export const RouteExistsContext = createContext<(to: string) => boolean>(() => true);

export const useRouteExists = (): ((to: string) => boolean) => useContext(RouteExistsContext);
