/** Store module of the user import; loaded with its screen. */
import type { StoreModule } from '../modules.ts';
import { importSaga } from './import.saga.ts';
import { importSlice } from './import.slice.ts';

export const importModule: StoreModule = { slices: [importSlice], sagas: { 'imports/list': importSaga } };
