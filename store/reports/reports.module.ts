/** Store module of saved reports (delete); added by their screen. */
import type { StoreModule } from '../modules.ts';
import { deletionSaga } from './deletion.saga.ts';

export const reportsModule: StoreModule = { sagas: { 'reports/deletion': deletionSaga } };
