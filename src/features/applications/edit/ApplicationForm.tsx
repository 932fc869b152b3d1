/** The form of a new or a known application; a secret that comes with the reply is shown before the list is. */
import { useRef, useState } from 'react';
import { useFormState } from 'react-final-form';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { reveal } from '@api/client/secrets.ts';
import type { Application } from '@api/contract/applications.ts';
import { Form } from '@src/forms/Form.tsx';
import { keepFocus } from '@src/forms/formControl.tsx';
import { UnsavedChangesGuard } from '@src/navigation/UnsavedChangesGuard.ts';
import { paths } from '@src/paths.ts';
import { useNotify } from '@src/shell/useNotify.ts';
import { SecretDialog, type FreshSecret } from '../SecretDialog.tsx';
import { ApplicationFields } from './ApplicationFields.tsx';
import { newApplication, valuesOf, type ApplicationValues } from './applicationForm.ts';
import { useSaveApplication } from './useSaveApplication.ts';
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
