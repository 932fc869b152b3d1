/** While a job runs, closing the tab asks first, on whatever page; if it ends where nobody sees it, a notice tells. */
import type { Store } from '@reduxjs/toolkit';
import { noticeRaised } from '@store/notices/notices.slice.ts';
import { type Bulk, countOutcomes, selectBulk } from '@store/users/bulk/bulk.slice.ts';

type RootState = Parameters<typeof selectBulk>[0];

const ask = (event: BeforeUnloadEvent) => {
  event.preventDefault();
};

const held = new WeakSet<Store>();

/** Once for each store, however often it is called. @param isSeen whether the result shows by itself */
export function blockTabClose(store: Store, isSeen: () => boolean): void {
  if (held.has(store)) return;
  held.add(store);
  let last: Bulk['kind'] = 'idle';
  store.subscribe(() => {
    const bulk = selectBulk(store.getState() as RootState);
    if (bulk.kind === last) return;
    if (bulk.kind === 'running') addEventListener('beforeunload', ask);
    else removeEventListener('beforeunload', ask);
    if (bulk.kind === 'finished' && !isSeen()) {
      const { done, failed } = countOutcomes(bulk.outcomes);
      const values = { done: String(done), failed: String(failed) };
      store.dispatch(noticeRaised({ message: { phrase: 'users:bulk.finishedAway', values } }));
    }
    last = bulk.kind;
  });
}
