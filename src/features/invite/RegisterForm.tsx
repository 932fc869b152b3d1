/** Creates the account of an invited user. The password stays in the form. */
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { ClientProblem } from '@api/client/clientProblem.ts';
import type { InviteView } from '@api/contract/invite.ts';
import { typedLine, typedName } from '@api/contract/rules/typed.ts';
import { FormDraft, useFormDraft } from '@src/navigation/formDraft.ts';
import type { MailedLink } from '@src/navigation/mailedLink.ts';
import { usePageConfig } from '@src/pageConfig/pageConfigContext.ts';
import { FailureInView } from '@src/forms/native/FailureInView.tsx';
import { Form } from '@src/forms/native/Form.tsx';
import { FormTextField, SubmitButton } from '@src/forms/native/FormFields.tsx';
import { NewPasswordFields } from '@src/forms/native/NewPasswordFields.tsx';
import { nameRules, titleRules, userNameRules } from '@src/forms/personRules.ts';
import { WrongFields } from '@src/forms/WrongFields.tsx';
import { useSubmitErrors } from '@src/forms/useSubmitErrors.ts';
import { useRegistration, type Registration } from './useRegistration.ts';

interface Values {
  readonly userName: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly title?: string;
  readonly password: string;
  readonly confirmPassword: string;
}

interface Props {
  readonly link: MailedLink;
  readonly view: InviteView;
  readonly onRegistered: (registration: Registration) => void;
  readonly onGone: (problem: ClientProblem) => void;
}

const draftFields = ['userName', 'firstName', 'lastName', 'title'];
const fields = [...draftFields, 'password', 'confirmPassword'];
/** Fields whose values the password must not contain. */
const nameFields = ['userName'];

export function RegisterForm({ link, view, onRegistered, onGone }: Props) {
  const { t } = useTranslation('invite');
  const { passwordMinLength, productName } = usePageConfig();
  const names = useMemo(() => [productName, view.organisationName, view.email], [productName, view]);
  const register = useRegistration(link);
  const errorsOf = useSubmitErrors(fields);
  const draft = useFormDraft();

  const submit = async ({ userName, firstName, lastName, title = '', password, confirmPassword }: Values) => {
    const result = await register({
      userName: typedLine(userName),
      firstName: typedName(firstName),
      lastName: typedName(lastName),
      ...(title.trim() && { title: title.trim() }),
      password,
      confirmPassword,
    });
    if (result.kind === 'refused') return errorsOf(result.problem);
    if (result.kind === 'gone') onGone(result.problem);
    else onRegistered({ userName: result.userName, provider: result.provider });
    return undefined;
  };

  return (
    <Form<Values>
      initialValues={{ userName: '', firstName: view.firstName, lastName: view.lastName, title: view.title ?? '', ...draft }}
      onSubmit={submit}
    >
      <FailureInView />
      <FormDraft fields={draftFields} />
      <FormTextField
        name="userName"
        label={t('register.userName')}
        rules={userNameRules}
        autoComplete="username"
        autoCapitalize="off"
        autoCorrect="off"
        spellCheck={false}
        autoFocus
      />
      <FormTextField name="firstName" label={t('register.firstName')} rules={nameRules} autoComplete="given-name" />
      <FormTextField name="lastName" label={t('register.lastName')} rules={nameRules} autoComplete="family-name" />
      <FormTextField
        name="title"
        label={t('register.personTitle')}
        hint={t('register.optional')}
        rules={titleRules}
        autoComplete="organization-title"
      />
      <NewPasswordFields
        name="password"
        confirmName="confirmPassword"
        label={t('register.password')}
        confirmLabel={t('register.confirm')}
        minLength={passwordMinLength}
        names={names}
        nameFields={nameFields}
      />
      <SubmitButton>{t('register.submit')}</SubmitButton>
      <WrongFields />
    </Form>
  );
}
