/** Store module of an organisation's directory; added by its screen. */
import type { StoreModule } from '../modules.ts';
import { provisioningActs } from './acts.saga.ts';

export const provisioningModule: StoreModule = { sagas: provisioningActs };
