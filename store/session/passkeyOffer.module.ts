/** Store module of the offer of a passkey; added by the login page on devices that can keep one. */
import type { StoreModule } from '../modules.ts';
import { passkeyOfferSaga } from './passkeyOffer.saga.ts';

export const passkeyOfferModule: StoreModule = { sagas: { passkeyOffer: passkeyOfferSaga } };
