/** Store module of an organisation's connections; added by their screen. */
import type { StoreModule } from '../modules.ts';
import { provisioningActs } from './directory.saga.ts';
import { federationActs } from './provider.saga.ts';

export const connectionsModule: StoreModule = { sagas: { ...federationActs, ...provisioningActs } };
