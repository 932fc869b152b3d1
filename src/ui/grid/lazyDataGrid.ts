/** The grid's chunk, shared by all screens; requested after the first rows, which come first on a slow connection. */
import { lazy } from 'react';
import { idleAfter } from '@src/browser/whenIdle.ts';
import type { DataGrid } from './DataGrid.tsx';

/** The cast restores the generic that `lazy` drops. */
export const LazyDataGrid = lazy(() => {
  const chunk = import(/* webpackChunkName: "grid" */ './DataGrid.tsx');
  idleAfter(chunk);
  return chunk.then((module) => ({ default: module.DataGrid }));
}) as unknown as typeof DataGrid;
