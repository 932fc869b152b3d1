/** The room of jobs on many people; it comes once somebody is ticked. */
import type { Room } from '../../rooms.ts';
import { bulkSaga } from './bulk.saga.ts';
import { bulkSlice } from './bulk.slice.ts';

export const bulkRoom: Room = { slices: [bulkSlice], sagas: { 'users/bulk': bulkSaga } };
