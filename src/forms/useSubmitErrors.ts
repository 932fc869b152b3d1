/** Maps the error of an RTK Query request to the form's submit errors. */
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { isClientProblem } from '@api/client/clientProblem.ts';
import { type Expectations, submitErrors, type SubmitErrors } from './submission.ts';

/** `known`: the form's fields. `expected`: what they expect. @throws `error` itself if it is not a problem of a request, but a bug */
export function useSubmitErrors(known: readonly string[], expected?: Expectations): (error: unknown) => SubmitErrors {
  const { t } = useTranslation('common');
  return useCallback(
    (error) => {
      if (!isClientProblem(error)) throw new Error('A form could not be sent for no known reason', { cause: error });
      return submitErrors(error, known, t, expected);
    },
    [known, t, expected],
  );
}
