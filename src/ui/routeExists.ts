/** Tells which addresses have a route. Links to missing ones are not rendered. */
import { createContext, useContext } from 'react';

/** Takes a path, with or without query. Without a provider every route exists. */
export const RouteExistsContext = createContext<(to: string) => boolean>(() => true);

export const useRouteExists = (): ((to: string) => boolean) => useContext(RouteExistsContext);
