/** Store module of user administration; added by the users' screens, not part of the first view. */
import type { StoreModule } from '../modules.ts';
import { selectionSlice } from './bulk/selection.slice.ts';
import { userActs } from './acts.saga.ts';
import { changedUsersSlice, goneUsersSlice } from './changedUsers.slice.ts';
import { impersonateSaga } from './impersonate.saga.ts';
import { recoveryCodeSlice } from './recoveryCode.slice.ts';
import { rolesSaga } from './roles.saga.ts';

export const usersModule: StoreModule = {
  slices: [changedUsersSlice, goneUsersSlice, recoveryCodeSlice, selectionSlice],
  sagas: {
    ...userActs,
    'users/roles': rolesSaga,
    'users/impersonate': impersonateSaga,
  },
};
