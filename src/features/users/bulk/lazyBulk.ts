/** The bulk chunk, loaded on the first selection, or for an operation that runs. It stays mounted afterwards. */
import { lazy } from 'react';

let isLoaded = false;

export const isBulkLoaded = (): boolean => isLoaded;

export const LazyBulkArea = lazy(async () => {
  const module = await import(/* webpackChunkName: "users-bulk" */ './BulkArea.tsx');
  isLoaded = true;
  return module;
});
