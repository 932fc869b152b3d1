/** Store module of organisations (approval, MFA rule); added by their screen. */
import type { StoreModule } from '../modules.ts';
import { approvalSaga } from './approval.saga.ts';
import { endSessionsSaga } from './endSessions.saga.ts';
import { mfaResetSaga } from './mfaReset.saga.ts';
import { mfaRuleSaga } from './mfaRule.saga.ts';

export const organisationsModule: StoreModule = {
  sagas: {
    'organisations/approval': approvalSaga,
    'organisations/mfaReset': mfaResetSaga,
    'organisations/mfaRule': mfaRuleSaga,
    'organisations/endSessions': endSessionsSaga,
  },
};
