/** The grid's chunk, the same for every screen; asked for once the first rows are there: they come first on a slow line. */
import { lazy } from 'react';
import type { DataGrid } from './DataGrid.tsx';

/** `lazy` forgets that the grid's type depends on its rows. */
export const LazyDataGrid = lazy(() =>
  import(/* webpackChunkName: "grid" */ './DataGrid.tsx').then((module) => ({ default: module.DataGrid })),
) as unknown as typeof DataGrid;
