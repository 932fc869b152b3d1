/** Store module of saved views (delete); added by the users list. */
import type { StoreModule } from '../../modules.ts';
import { deletionSaga } from './deletion.saga.ts';

export const viewsModule: StoreModule = { sagas: { 'views/deletion': deletionSaga } };
