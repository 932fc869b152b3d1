/** Store module of applications; added by their screens. */
import type { StoreModule } from '../modules.ts';
import { applicationActs } from './acts.saga.ts';

export const applicationsModule: StoreModule = { sagas: applicationActs };
