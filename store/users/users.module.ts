/** Store module of user administration; added by the users' screens, not part of the first view. */
import type { StoreModule } from '../modules.ts';
import { selectionSlice } from './bulk/selection.slice.ts';
import { changedUsersSlice, goneUsersSlice } from './changedUsers.slice.ts';
import { deleteInviteSaga } from './deleteInvite.saga.ts';
import { enableSaga } from './enable.saga.ts';
import { endSessionsSaga } from './endSessions.saga.ts';
import { impersonateSaga } from './impersonate.saga.ts';
import { mfaRequirementSaga } from './mfaRequirement.saga.ts';
import { ownershipSaga } from './ownership.saga.ts';
import { recoveryCodeSaga } from './recoveryCode.saga.ts';
import { recoveryCodeSlice } from './recoveryCode.slice.ts';
import { resendInviteSaga } from './resendInvite.saga.ts';
import { resetSaga } from './reset.saga.ts';
import { rolesSaga } from './roles.saga.ts';
import { unlockSaga } from './unlock.saga.ts';

export const usersModule: StoreModule = {
  slices: [changedUsersSlice, goneUsersSlice, recoveryCodeSlice, selectionSlice],
  sagas: {
    'users/unlock': unlockSaga,
    'users/enable': enableSaga,
    'users/endSessions': endSessionsSaga,
    'users/roles': rolesSaga,
    'users/reset': resetSaga,
    'users/ownership': ownershipSaga,
    'users/resendInvite': resendInviteSaga,
    'users/deleteInvite': deleteInviteSaga,
    'users/mfaRequirement': mfaRequirementSaga,
    'users/recoveryCode': recoveryCodeSaga,
    'users/impersonate': impersonateSaga,
  },
};
