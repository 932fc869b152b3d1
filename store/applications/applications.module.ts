/** Store module of applications (enable, delete, withdraw a consent); added by their screens. */
import type { StoreModule } from '../modules.ts';
import { deletionSaga } from './deletion.saga.ts';
import { enablementSaga } from './enablement.saga.ts';
import { withdrawalSaga } from './withdrawal.saga.ts';

export const applicationsModule: StoreModule = {
  sagas: {
    'applications/enablement': enablementSaga,
    'applications/deletion': deletionSaga,
    'applications/withdrawal': withdrawalSaga,
  },
};
