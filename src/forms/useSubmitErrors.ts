/** Turns the error of an RTK Query call into submit errors of the form at hand. */
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { isClientProblem } from '@api/client/clientProblem.ts';
import { submitErrors, type SubmitErrors } from './submission.ts';

/** `known` are the fields the form has. Throws what is no problem of a call but a bug. */
export function useSubmitErrors(known: readonly string[]): (error: unknown) => SubmitErrors {
  const { t } = useTranslation('common');
  return useCallback(
    (error) => {
      if (!isClientProblem(error)) throw new Error('A form could not be sent for no known reason', { cause: error });
      return submitErrors(error, known, t);
    },
    [known, t],
  );
}
