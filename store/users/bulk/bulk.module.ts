/** The room of jobs on many people; it comes once somebody is ticked. */
import type { StoreModule } from '../../modules.ts';
import { bulkSaga } from './bulk.saga.ts';
import { bulkSlice } from './bulk.slice.ts';

export const bulkModule: StoreModule = { slices: [bulkSlice], sagas: { 'users/bulk': bulkSaga } };
