/** The room of organisations: conversations about approval and the rule on MFA. The organisations' screen adds it. */
import type { StoreModule } from '../modules.ts';
import { approvalSaga } from './approval.saga.ts';
import { mfaRuleSaga } from './mfaRule.saga.ts';

export const organisationsModule: StoreModule = {
  sagas: { 'organisations/approval': approvalSaga, 'organisations/mfaRule': mfaRuleSaga },
};
