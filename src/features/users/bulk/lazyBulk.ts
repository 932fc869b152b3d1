/** The bulk chunk, loaded on the first selection. It stays mounted afterwards, as it may hold a running operation. */
import { lazy } from 'react';
import { withPhrases } from '@src/i18n/withPhrases.ts';

let isLoaded = false;

export const isBulkLoaded = (): boolean => isLoaded;

export const LazyBulkArea = lazy(async () => {
  const module = await import(/* webpackChunkName: "users-bulk" */ './BulkArea.tsx');
  isLoaded = true;
  return module;
});

export const LazyApprovedBulk = lazy(
  withPhrases(['users'], async () => {
    const module = await import(/* webpackChunkName: "users-bulk" */ './ApprovedBulk.tsx');
    isLoaded = true;
    return module;
  }),
);
