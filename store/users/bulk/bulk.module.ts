/** Store module of bulk operations; loaded once a row is selected. */
import type { StoreModule } from '../../modules.ts';
import { bulkSaga } from './bulk.saga.ts';
import { bulkSlice } from './bulk.slice.ts';

export const bulkModule: StoreModule = { slices: [bulkSlice], sagas: { 'users/bulk': bulkSaga } };
