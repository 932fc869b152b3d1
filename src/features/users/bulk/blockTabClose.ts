/** Confirms closing the tab while a bulk operation runs; raises a notice if it ends while its result is not visible. */
import type { Store } from '@reduxjs/toolkit';
import { noticeRaised } from '@store/notices/notices.slice.ts';
import { type Bulk, countOutcomes, selectBulk } from '@store/users/bulk/bulk.slice.ts';

type RootState = Parameters<typeof selectBulk>[0];

const confirmUnload = (event: BeforeUnloadEvent) => {
  event.preventDefault();
};

const watchedStores = new WeakSet<Store>();

/** Idempotent per Redux store. @param isSeen whether the result is visible */
export function blockTabClose(store: Store, isSeen: () => boolean): void {
  if (watchedStores.has(store)) return;
  watchedStores.add(store);
  let lastKind: Bulk['kind'] = 'idle';
  store.subscribe(() => {
    const bulk = selectBulk(store.getState() as RootState);
    if (bulk.kind === lastKind) return;
    if (bulk.kind === 'running') addEventListener('beforeunload', confirmUnload);
    else removeEventListener('beforeunload', confirmUnload);
    if (bulk.kind === 'finished' && !isSeen()) {
      const { done, failed } = countOutcomes(bulk.outcomes);
      const values = { done: String(done), failed: String(failed) };
      store.dispatch(noticeRaised({ message: { phrase: 'users:bulk.finishedAway', values } }));
    }
    lastKind = bulk.kind;
  });
}
