/** The room of people: administrators' conversations about accounts. Not part of the first view; the users' screens add it. */
import type { Room } from '../rooms.ts';
import { changedUsersSlice, goneUsersSlice } from './changedUsers.slice.ts';
import { enableSaga } from './enable.saga.ts';
import { rolesSaga } from './roles.saga.ts';
import { unlockSaga } from './unlock.saga.ts';

export const usersRoom: Room = {
  slices: [changedUsersSlice, goneUsersSlice],
  sagas: { 'users/unlock': unlockSaga, 'users/enable': enableSaga, 'users/roles': rolesSaga },
};
