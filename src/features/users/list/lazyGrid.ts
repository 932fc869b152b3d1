/** The grid's chunk, requested after the first rows: those come first on a slow connection. */
import { lazy } from 'react';

/** If the chunk fails to load, the plain rows stay and an error is shown. */
export const LazyUsersGrid = lazy(() => import(/* webpackChunkName: "grid" */ './UsersGrid.tsx'));
