/** Changes the password; requires the current one. Both stay in the form. */
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { seal } from '@api/client/secrets.ts';
import { useFetchIdentitiesQuery } from '@api/client/identityProviders.api.ts';
import { useChangePasswordMutation } from '@api/client/security.api.ts';
import { required } from '@api/contract/rules/required.ts';
import { UnsavedChangesGuard } from '@src/navigation/UnsavedChangesGuard.ts';
import { usePageConfig } from '@src/pageConfig/pageConfigContext.ts';
import { useOwnUserName, useSelf } from '@src/session/useOwnAccount.ts';
import { Form } from '@src/forms/Form.tsx';
import { FormPasswordField } from '@src/forms/FormFields.tsx';
import { NewPasswordFields } from '@src/forms/NewPasswordFields.tsx';
import { useSubmitErrors } from '@src/forms/useSubmitErrors.ts';
import { Alert } from '@src/ui/Alert.tsx';
import { SaveButton } from './SaveButton.tsx';
import { useNotify } from '@src/shell/useNotify.ts';

interface Values {
  readonly currentPassword: string;
  readonly newPassword: string;
  readonly confirmPassword: string;
}

const fields = ['currentPassword', 'newPassword', 'confirmPassword'];
const presence = [required];

export function PasswordSection() {
  const { t } = useTranslation('security');
  const { passwordMinLength, productName } = usePageConfig();
  const userName = useOwnUserName();
  const self = useSelf();
  const names = useMemo(
    () => self && [productName, self.organisation.organisationName, self.userName, self.email],
    [self, productName],
  );
  const { data: logins } = useFetchIdentitiesQuery();
  const [change] = useChangePasswordMutation();
  const errorsOf = useSubmitErrors(fields);
  const notify = useNotify();
  const [changes, setChanges] = useState(0);

  const submit = async ({ currentPassword, newPassword, confirmPassword }: Values) => {
    const { error } = await change(seal({ body: { currentPassword, newPassword, confirmPassword } }));
    if (error) return errorsOf(error);
    notify('security:password.done');
    setChanges((count) => count + 1);
    return undefined;
  };

  return (
    <Form<Values> key={changes} autofilled onSubmit={submit}>
      <UnsavedChangesGuard />
      {logins?.required && <Alert>{t('password.providerRequired')}</Alert>}
      {/* Password managers store a password with its user name. */}
      <input type="text" autoComplete="username" value={userName} readOnly hidden />
      <FormPasswordField name="currentPassword" label={t('password.current')} rules={presence} autoComplete="current-password" />
      <NewPasswordFields
        name="newPassword"
        confirmName="confirmPassword"
        label={t('password.new')}
        confirmLabel={t('password.confirm')}
        minLength={passwordMinLength}
        names={names ?? undefined}
        hasFormer
      />
      <SaveButton>{t('password.submit')}</SaveButton>
    </Form>
  );
}
