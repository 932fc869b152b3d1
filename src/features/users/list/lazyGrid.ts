/** The chunk of every grid, asked for once the first rows are there: they come first on a slow line. */
import { lazy } from 'react';

/** Null where the chunk can't be had: the plain rows stay, and say so. */
export const LazyUsersGrid = lazy(() => import(/* webpackChunkName: "grid" */ './UsersGrid.tsx'));
