/** Store module of the log-in with an organisation's own identity provider; added by its screen. */
import type { StoreModule } from '../modules.ts';
import { federationActs } from './acts.saga.ts';

export const federationModule: StoreModule = { sagas: federationActs };
