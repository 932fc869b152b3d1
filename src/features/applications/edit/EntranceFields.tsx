/** Fields for the organisations and roles that an application admits. */
import { useFormState } from 'react-final-form';
import { useTranslation } from 'react-i18next';
import { organisationsApi } from '@api/client/organisations.api.ts';
import { useFetchRolesQuery } from '@api/client/roles.api.ts';
import { FormSelect } from '@src/forms/FormFields.tsx';
import { useRoleNames } from '@src/i18n/useRoleNames.ts';
import { Loaded } from '@src/ui/Section.tsx';
import type { ApplicationValues } from './applicationForm.ts';
import { ChoicesField } from './ChoicesField.tsx';

export function EntranceFields() {
  const { t } = useTranslation('applications');
  const { values } = useFormState<ApplicationValues>({ subscription: { values: true } });
  return (
    <>
      <FormSelect
        name="limitsOrganisations"
        label={t('form.organisations')}
        choices={[
          { value: 'no', label: t('form.everyOrganisation') },
          { value: 'yes', label: t('form.someOrganisations') },
        ]}
      />
      {values.limitsOrganisations === 'yes' && <OrganisationChoices />}
      <FormSelect
        name="limitsRoles"
        label={t('form.roles')}
        choices={[
          { value: 'no', label: t('form.everyRole') },
          { value: 'yes', label: t('form.someRoles') },
        ]}
      />
      {values.limitsRoles === 'yes' && <RoleChoices />}
    </>
  );
}

function OrganisationChoices() {
  const { t } = useTranslation('applications');
  const query = organisationsApi.endpoints.fetchOrganisations.useQuery();
  return (
    <Loaded query={query}>
      {(organisations) => (
        <ChoicesField
          name="organisationPublicIds"
          legend={t('form.someOrganisations')}
          search={t('form.findOrganisation')}
          choices={organisations.map(({ publicId, organisationName }) => ({ value: publicId, label: organisationName }))}
        />
      )}
    </Loaded>
  );
}

function RoleChoices() {
  const { t } = useTranslation('applications');
  const { of: nameOf } = useRoleNames();
  const query = useFetchRolesQuery();
  return (
    <Loaded query={query}>
      {(roles) => (
        <ChoicesField
          name="roles"
          legend={t('form.someRoles')}
          choices={roles.map(({ roleName, description }) => ({ value: roleName, label: nameOf(roleName), line: description }))}
        />
      )}
    </Loaded>
  );
}
