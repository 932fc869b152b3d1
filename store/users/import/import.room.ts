/** The room of importing people; it comes with its screen. */
import type { Room } from '../../rooms.ts';
import { importSaga } from './import.saga.ts';
import { importSlice } from './import.slice.ts';

export const importRoom: Room = { slices: [importSlice], sagas: { 'users/import': importSaga } };
