/** The form of a new or a known application; a secret that comes with the reply is shown before the list is. */
import { useRef, useState } from 'react';
import { useFormState } from 'react-final-form';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useRegisterApplicationMutation, useUpdateApplicationMutation } from '@api/client/applications.api.ts';
import type { ClientProblem } from '@api/client/clientProblem.ts';
import { reveal } from '@api/client/secrets.ts';
import type { Application, ApplicationSettings } from '@api/contract/applications.ts';
import { Form } from '@src/forms/Form.tsx';
import { keepFocus } from '@src/forms/formControl.tsx';
import { problemOf } from '@src/forms/refusal.ts';
import { submitErrors, type SubmitErrors } from '@src/forms/submission.ts';
import { UnsavedChangesGuard } from '@src/navigation/UnsavedChangesGuard.ts';
import { paths } from '@src/paths.ts';
import { useNotify } from '@src/shell/useNotify.ts';
import { type FreshSecret, SecretDialog } from '../SecretDialog.tsx';
import { ApplicationFields } from './ApplicationFields.tsx';
import { type ApplicationValues, newApplication, readKeys, settingsOf, valuesOf } from './applicationForm.ts';
import { WrongFields } from '@src/forms/WrongFields.tsx';
import { BusyButton } from '@src/ui/BusyButton.tsx';

export function ApplicationForm({ application }: { readonly application?: Application }) {
  const { t } = useTranslation('applications');
  const navigate = useNavigate();
  const notify = useNotify();
  // Changes by others meanwhile must not reset the form.
  const [initial] = useState(() => (application ? valuesOf(application) : newApplication));
  const releaseGuard = useRef<() => void>(null);
  const [fresh, setFresh] = useState<FreshSecret>();

  const leave = (saved: FreshSecret) => {
    const { applicationId, displayName: name } = reveal(saved).application;
    notify(application ? 'applications:form.saved' : 'applications:form.registered', { name });
    void navigate(paths.applications.to({}, { application: applicationId }), { replace: true });
  };
  const save = useSaveApplication(application?.applicationId, (saved) => {
    releaseGuard.current?.();
    if (reveal(saved).secret === null) leave(saved);
    else setFresh(saved);
  });
  return (
    <>
      <Form<ApplicationValues> initialValues={initial} onSubmit={save}>
        <UnsavedChangesGuard releaseRef={releaseGuard} />
        <ApplicationFields {...(application && { before: initial })}>
          <div className="button-row">
            <Submit>{t(application ? 'form.save' : 'form.register')}</Submit>
            <WrongFields />
          </div>
        </ApplicationFields>
      </Form>
      {fresh && (
        <SecretDialog
          name={reveal(fresh).application.displayName}
          fresh={fresh}
          onClose={() => {
            leave(fresh);
          }}
        />
      )}
    </>
  );
}

function Submit({ children }: { readonly children: string }) {
  const { submitting } = useFormState({ subscription: { submitting: true } });
  return (
    <BusyButton htmlType="submit" type="primary" busy={submitting ?? false} onMouseDown={keepFocus}>
      {children}
    </BusyButton>
  );
}

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

/** Registers or changes an application; what the server refuses comes back to its field. */
function useSaveApplication(
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
