/** The room of jobs on many people; it comes once somebody is ticked. */
import type { Room } from '../../rooms.ts';
import { bulkSaga } from './bulk.saga.ts';
import { bulkSlice } from './bulk.slice.ts';
import type { ResendInvite } from './bulkDeeds.ts';

/** @param resendInvite handed in, as invitations are another noun's */
export const bulkRoom = (resendInvite: ResendInvite): Room => ({
  slices: [bulkSlice],
  sagas: { 'users/bulk': () => bulkSaga(resendInvite) },
});
