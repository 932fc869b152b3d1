/** Creates a user without an invitation, then opens the user's page. */
import { useMemo, useRef, useState } from 'react';
import { useFormState } from 'react-final-form';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router';
import { useFetchSelfQuery } from '@api/client/users.self.api.ts';
import type { Self } from '@api/contract/users.shapes.ts';
import { UnsavedChangesGuard } from '@src/navigation/UnsavedChangesGuard.ts';
import { usePageConfig } from '@src/pageConfig/pageConfigContext.ts';
import { useOrganisationChoices } from '@src/choices/useChoices.ts';
import { emailInput } from '@src/forms/emailInput.ts';
import { Form } from '@src/forms/Form.tsx';
import { keepFocus } from '@src/forms/formControl.tsx';
import { FormCheckbox, FormTextField } from '@src/forms/FormFields.tsx';
import { NewPasswordFields } from '@src/forms/NewPasswordFields.tsx';
import { paths } from '@src/paths.ts';
import { NameFields } from '../fields/NameFields.tsx';
import { organisationOfNew } from '../fields/wantedOrganisation.ts';
import { OrganisationField } from '../fields/OrganisationField.tsx';
import { emailRules, titleRules, userNameRules } from '@src/forms/personRules.ts';
import { WrongFields } from '@src/forms/WrongFields.tsx';
import { RolesField } from '../fields/RolesField.tsx';
import { BusyButton } from '@src/ui/BusyButton.tsx';
import { Loaded, Section } from '@src/ui/Section.tsx';
import { FormPage } from '../formPage/FormPage.tsx';
import { useNotify } from '@src/shell/useNotify.ts';
import { type NewUser, emptyUser, useAddUser } from './useAddUser.ts';

export default function AddUserPage() {
  const { t } = useTranslation('users');
  const self = useFetchSelfQuery();
  return (
    <FormPage title={t('add.title')}>
      <Loaded query={self}>{(me) => <AddForm self={me} />}</Loaded>
    </FormPage>
  );
}

/** Fields whose values the password must not contain. */
const nameFields = ['userName', 'email'];

function AddForm({ self }: { readonly self: Self }) {
  const { t } = useTranslation('users');
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const [initial] = useState(() => emptyUser(organisationOfNew(self, query)));
  const releaseGuard = useRef<() => void>(null);
  const notify = useNotify();
  const add = useAddUser(({ userName, setNow, isAsked }) => {
    releaseGuard.current?.();
    if (isAsked) return navigate(paths.approvals.to(), { replace: true });
    notify(setNow ? 'users:add.done' : 'users:add.linkSent', { userName });
    return navigate(paths.usersEdit.to({ userName }), { replace: true });
  });
  return (
    <Form<NewUser> initialValues={initial} onSubmit={add}>
      <UnsavedChangesGuard releaseRef={releaseGuard} />
      <div className="form-page-sections">
        <Section heading={t('edit.details.heading')} intro={t('add.intro')}>
          <OrganisationField />
          <FormTextField
            name="userName"
            label={t('add.userName')}
            rules={userNameRules}
            autoComplete="off"
            autoCapitalize="off"
            autoCorrect="off"
            spellCheck={false}
            autoFocus
          />
          <FormTextField name="email" {...emailInput} label={t('column.email')} rules={emailRules} autoComplete="off" />
          <NameFields />
          <FormTextField
            name="title"
            label={t('person.title')}
            hint={t('person.optional')}
            rules={titleRules}
            autoComplete="off"
          />
        </Section>
        <Section heading={t('edit.roles.heading')}>
          <RolesField self={self} />
        </Section>
        <Section heading={t('add.password')} intro={t('add.passwordIntro')}>
          <FormCheckbox name="setNow" label={t('add.now')} />
          <Password />
          <div className="button-row">
            <Submit />
            <WrongFields />
          </div>
        </Section>
      </div>
    </Form>
  );
}

function Password() {
  const { t } = useTranslation('users');
  const { passwordMinLength, productName } = usePageConfig();
  const { values } = useFormState<NewUser>({ subscription: { values: true } });
  const organisation = useOrganisationChoices(true)?.find(({ value }) => value === values.organisationPublicId)?.label;
  const names = useMemo(
    () => (organisation === undefined ? undefined : [productName, organisation]),
    [productName, organisation],
  );
  if (!values.setNow) return null;
  return (
    <NewPasswordFields
      name="password"
      confirmName="confirmPassword"
      label={t('add.password')}
      confirmLabel={t('add.confirm')}
      minLength={passwordMinLength}
      names={names}
      nameFields={nameFields}
      autoFocus
    />
  );
}

function Submit() {
  const { t } = useTranslation('users');
  const { submitting } = useFormState({ subscription: { submitting: true } });
  return (
    <BusyButton htmlType="submit" type="primary" busy={submitting ?? false} onMouseDown={keepFocus}>
      {t('add.submit')}
    </BusyButton>
  );
}
