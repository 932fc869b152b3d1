/** Drives a bulk job: selects users, starts it, and reads its state. */
import type { UserSummary } from '@api/contract/users.shapes.ts';
import { usersApi } from '@api/client/users.api.ts';
import { registerModule } from '@store/modules.ts';
import { type Bulk, bulkConfirmed, bulkRequested, countOutcomes, selectBulk } from '@store/users/bulk/bulk.slice.ts';
import { bulkModule } from '@store/users/bulk/bulk.module.ts';
import type { BulkAction } from '@store/users/bulk/bulkRules.ts';
import { rowsSelected } from '@store/users/bulk/selection.slice.ts';
import { usersModule } from '@store/users/users.module.ts';
import { eventually } from '../support/eventually.ts';
import type { StoreHarness } from './storeHarness.ts';

registerModule(usersModule);
registerModule(bulkModule);

type Of<Kind extends Bulk['kind']> = Extract<Bulk, { kind: Kind }>;

export function bulkJobOf({ store }: StoreHarness) {
  const bulk = () => selectBulk(store.getState() as never);
  const waitFor = <Kind extends Bulk['kind']>(kind: Kind, holds: (bulk: Of<Kind>) => boolean = () => true) =>
    eventually(`a job that is ${kind}`, () => {
      const now = bulk();
      return now.kind === kind && holds(now as Of<Kind>) ? (now as Of<Kind>) : undefined;
    });
  return {
    bulk,
    waitFor,
    counts: () => {
      const now = bulk();
      return countOutcomes('outcomes' in now ? now.outcomes : []);
    },
    select: (rows: readonly UserSummary[]) => store.dispatch(rowsSelected({ rows, ticked: true })),
    /** First page of users that match. */
    search: async (search: string): Promise<readonly UserSummary[]> => {
      const { data } = await store.dispatch(usersApi.endpoints.fetchUsersPage.initiate({ search, limit: 100 }));
      return data?.rows ?? [];
    },
    start: async (action: BulkAction) => {
      store.dispatch(bulkRequested(action));
      const preview = await waitFor('preview');
      store.dispatch(bulkConfirmed());
      return preview;
    },
  };
}
