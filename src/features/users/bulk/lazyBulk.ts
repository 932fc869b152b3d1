/** The bulk chunk, for the first selection, or for an operation that runs. It stays mounted afterwards. */
import { withPhrases } from '@src/i18n/withPhrases.ts';
import { lazyPart } from '@src/ui/lazyPart.tsx';

let wasWanted = false;

/** Whether the area is mounted. @param isWanted there is something for it now */
export const isBulkMounted = (isWanted: boolean): boolean => (wasWanted ||= isWanted);

export const LazyBulkArea = lazyPart(
  withPhrases(['actions', 'bulk'], () => import(/* webpackChunkName: "users-bulk" */ './BulkArea.tsx')),
  { inPlace: true },
);
