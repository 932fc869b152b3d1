/** Store module of invitations; loaded with its screen. */
import type { StoreModule } from '../modules.ts';
import { invitingSaga } from './inviting.saga.ts';
import { invitingSlice } from './inviting.slice.ts';

export const invitingModule: StoreModule = { slices: [invitingSlice], sagas: { 'users/inviting': invitingSaga } };
