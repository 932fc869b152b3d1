/** The grid's chunk, shared by all screens; requested after the first rows, which come first on a slow connection. */
import type { ComponentType } from 'react';
import { idleAfter } from '@src/browser/whenIdle.ts';
import { lazyPart } from '../lazyPart.tsx';
import type { DataGrid } from './DataGrid.tsx';

/** The casts keep the generic that a part drops. */
export const LazyDataGrid = lazyPart(
  () => {
    const chunk = import(/* webpackChunkName: "grid" */ './DataGrid.tsx');
    idleAfter(chunk);
    return chunk.then((module) => ({ default: module.DataGrid as ComponentType<never> }));
  },
  { inPlace: true },
) as unknown as typeof DataGrid;
