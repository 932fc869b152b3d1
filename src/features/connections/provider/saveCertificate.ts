/** Saves a certificate as a file, as the pages of providers ask for one. */
import type { ThunkAction, UnknownAction } from '@reduxjs/toolkit';
import type { ClientExtra } from '@api/client/fetchWithRecovery.ts';

export const saveCertificate =
  (fileName: string, pem: string): ThunkAction<void, unknown, ClientExtra, UnknownAction> =>
  (_dispatch, _getState, { transport }) => {
    transport.save(fileName, new Blob([pem], { type: 'application/x-pem-file' }));
  };
