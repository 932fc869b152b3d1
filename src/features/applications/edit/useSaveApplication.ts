/** Registers or changes an application; what the server refuses comes back to its field. */
import { useTranslation } from 'react-i18next';
import type { ClientProblem } from '@api/client/clientProblem.ts';
import { useRegisterApplicationMutation, useUpdateApplicationMutation } from '@api/client/applications.api.ts';
import type { ApplicationSettings } from '@api/contract/applications.ts';
import { problemOf } from '@src/forms/refusal.ts';
import { submitErrors, type SubmitErrors } from '@src/forms/submission.ts';
import type { FreshSecret } from '../SecretDialog.tsx';
import { readKeys, settingsOf, type ApplicationValues } from './applicationForm.ts';

const fields = [
  'displayName',
  'applicationName',
  'startUrl',
  'redirectUris',
  'postLogoutRedirectUris',
  'backchannelLogoutUri',
  'publicKeys',
  'scopes',
  'organisationPublicIds',
  'roles',
];

export function useSaveApplication(
  /** Undefined for a new one. */
  applicationId: string | undefined,
  onSaved: (saved: FreshSecret) => void,
): (values: ApplicationValues) => Promise<SubmitErrors | undefined> {
  const { t } = useTranslation('applications');
  const { t: common } = useTranslation('common');
  const [register] = useRegisterApplicationMutation();
  const [update] = useUpdateApplicationMutation();
  /** Messages for errors that the server cannot word: it sees one list, and the user a field. */
  const wordings: Readonly<Record<string, string>> = {
    publicKeys: t('form.keysRefused'),
    organisationPublicIds: t('form.organisationsUnknown'),
    roles: t('form.rolesUnknown'),
  };
  const send = (body: ApplicationSettings) =>
    applicationId === undefined ? register({ body }) : update({ applicationId, body });

  return async (values) => {
    const read = values.kind === 'openid' && values.credential === 'keys' ? readKeys(values.publicKeys) : { keys: null };
    if ('fault' in read) return { publicKeys: t(`form.${read.fault}`) };
    const { data, error } = await send(settingsOf(values, read.keys));
    if (data) onSaved(data);
    return data ? undefined : submitErrors(ofFields(problemOf(error), wordings), fields, common);
  };
}

/** Moves the error of `redirectUris.3` to the field that holds all of them. */
function ofFields(problem: ClientProblem, wordings: Readonly<Record<string, string>>): ClientProblem {
  if (problem.kind !== 'problem' || !problem.body.fields) return problem;
  const entries = Object.entries(problem.body.fields).map(([name, message]): [string, string] => {
    const field = name.split('.')[0] ?? name;
    return [field, wordings[field] ?? message];
  });
  return { ...problem, body: { ...problem.body, fields: Object.fromEntries(entries) } };
}
