/** Drives an operation on many users from the browser: selects users, starts it, and reads what the page follows. */
import type { UserSummary } from '@api/contract/users.shapes.ts';
import type { OperationKind } from '@api/contract/actions.ts';
import type { LongRunningOperation } from '@api/contract/bulk.ts';
import { usersApi } from '@api/client/users.api.ts';
import { registerModule } from '@store/modules.ts';
import { type Bulk, bulkConfirmed, bulkRequested, selectBulk } from '@store/users/bulk/bulk.slice.ts';
import { bulkModule } from '@store/users/bulk/bulk.module.ts';
import { rowsSelected } from '@store/users/bulk/selection.slice.ts';
import { usersModule } from '@store/users/users.module.ts';
import { eventually } from '../support/eventually.ts';
import type { StoreHarness } from './storeHarness.ts';

registerModule(usersModule);
registerModule(bulkModule);

type Of<Kind extends Bulk['kind']> = Extract<Bulk, { kind: Kind }>;

export function followedOperation({ store }: StoreHarness) {
  const bulk = () => selectBulk(store.getState() as never);
  const waitFor = <Kind extends Bulk['kind']>(kind: Kind) =>
    eventually(kind, () => (bulk().kind === kind ? (bulk() as Of<Kind>) : undefined));
  return {
    bulk,
    waitFor,
    waitForState: (state: LongRunningOperation['state'], holds: (followed: Of<'followed'>) => boolean = () => true) =>
      eventually(`an operation that is ${state}`, () => {
        const now = bulk();
        return now.kind === 'followed' && now.operation.state === state && holds(now) && now.operation;
      }),
    select: async (userNames: readonly string[]): Promise<void> => {
      const fetched = userNames.map((userName) => store.dispatch(usersApi.endpoints.fetchUser.initiate({ userName })).unwrap());
      const rows: readonly UserSummary[] = await Promise.all(fetched);
      store.dispatch(rowsSelected({ rows, ticked: true }));
    },
    start: async (kind: OperationKind) => {
      store.dispatch(bulkRequested({ kind }));
      const preview = await waitFor('preview');
      store.dispatch(bulkConfirmed());
      return preview;
    },
  };
}
