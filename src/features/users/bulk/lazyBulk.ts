/** The chunk of jobs on many people, asked for once somebody is ticked. From then on it may hold a job, whoever is ticked. */
import { lazy } from 'react';

let isThere = false;

export const isBulkThere = (): boolean => isThere;

export const LazyBulkArea = lazy(async () => {
  const module = await import(/* webpackChunkName: "users-bulk" */ './BulkArea.tsx');
  isThere = true;
  return module;
});
