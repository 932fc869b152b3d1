/** Store module of organisations; added by their screen. */
import type { StoreModule } from '../modules.ts';
import { organisationActs } from './acts.saga.ts';

export const organisationsModule: StoreModule = { sagas: organisationActs };
