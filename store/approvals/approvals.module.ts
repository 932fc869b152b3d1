/** Store module of the requests that wait for another administrator; added by their screen. */
import type { StoreModule } from '../modules.ts';
import { decisionSaga } from './decision.saga.ts';

export const approvalsModule: StoreModule = { sagas: { 'approvals/decision': decisionSaga } };
