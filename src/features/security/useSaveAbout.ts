/**
 * Saves the user's own details. On `StaleVersion` it shows a message and takes the newer version, so that saving again overwrites
 * it.
 */
import { useTranslation } from 'react-i18next';
import { isClientProblem, problemCode } from '@api/client/clientProblem.ts';
import { typedName } from '@api/contract/rules/typed.ts';
import type { UserDetail } from '@api/contract/users.shapes.ts';
import { usePatchUserMutation } from '@api/client/users.api.ts';
import { formFailure, type SubmitErrors } from '@src/forms/submission.ts';
import { useSubmitErrors } from '@src/forms/useSubmitErrors.ts';
import { useNotify } from '@src/shell/useNotify.ts';

const fields = ['firstName', 'lastName', 'title'] as const;
export type OwnDetails = Readonly<Record<(typeof fields)[number], string>>;

export const detailsOf = ({ firstName, lastName, title }: UserDetail): OwnDetails => ({
  firstName,
  lastName,
  title: title ?? '',
});

interface Result {
  readonly saved?: UserDetail;
  /** The version another user saved. */
  readonly newest?: UserDetail;
  readonly errors?: SubmitErrors | undefined;
}

type Refetch = () => PromiseLike<{ readonly data?: UserDetail | undefined; readonly error?: unknown }>;

/** The user is the version the changes are based on. */
export function useSaveAbout({ userName, version }: UserDetail, refetch: Refetch): (typed: OwnDetails) => Promise<Result> {
  const { t } = useTranslation('security');
  const [patch] = usePatchUserMutation();
  const errorsOf = useSubmitErrors(fields);
  const notify = useNotify();

  return async ({ firstName, lastName, title }) => {
    const body = { version, firstName: typedName(firstName), lastName: typedName(lastName), title: title.trim() || null };
    const { data, error } = await patch({ userName, body });
    if (data) {
      notify('security:about.done');
      return { saved: data };
    }
    if (!isClientProblem(error) || problemCode(error) !== 'StaleVersion') return { errors: errorsOf(error) };
    const fresh = await refetch();
    if (!fresh.data) return { errors: errorsOf(fresh.error) };
    const { firstName: first, lastName: last, title: theirs } = fresh.data;
    const name = [theirs, first, last].filter(Boolean).join(' ');
    return { newest: fresh.data, errors: formFailure(t('about.stale', { name })) };
  };
}
