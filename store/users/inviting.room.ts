/** The room of inviting; it comes with its screen. */
import type { Room } from '../rooms.ts';
import { invitingSaga } from './inviting.saga.ts';
import { invitingSlice } from './inviting.slice.ts';

export const invitingRoom: Room = { slices: [invitingSlice], sagas: { 'users/inviting': invitingSaga } };
