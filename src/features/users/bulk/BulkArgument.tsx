/** The choice that an operation needs before it has a preview: a role, or an organisation. */
import { useTranslation } from 'react-i18next';
import { actionOf } from '@api/contract/actions.ts';
import { useFetchSelfQuery } from '@api/client/users.self.api.ts';
import { mayGrant } from '@api/contract/users.policy.ts';
import type { BulkAction } from '@store/users/bulk/bulkRules.ts';
import { useRoleNames } from '@src/i18n/useRoleNames.ts';
import { useOrganisationChoices, useRoleChoices } from '../../../choices/useChoices.ts';
import { SearchSelect } from '../fields/SearchSelect.tsx';

interface Props {
  readonly action: BulkAction;
  readonly onChoose: (action: BulkAction) => void;
}

export function BulkArgument({ action, onChoose }: Props) {
  const argument = actionOf(action.kind).many?.argument;
  if (argument === 'roleName') return <RoleArgument action={action} onChoose={onChoose} />;
  return argument === 'organisationPublicId' ? <OrganisationArgument action={action} onChoose={onChoose} /> : null;
}

function RoleArgument({ action, onChoose }: Props) {
  const { t } = useTranslation('actions');
  const { of: nameOf } = useRoleNames();
  const { data: self } = useFetchSelfQuery();
  const roles = useRoleChoices(true);
  const offered = roles?.filter(({ value }) => self && mayGrant(self, value, self.clearLife)) ?? [];
  return (
    <SearchSelect
      required
      label={t('giveRole.verb')}
      value={action.roleName ?? ''}
      loading={!roles}
      choices={offered.map(({ value }) => ({ value, label: nameOf(value) }))}
      onChange={(roleName) => {
        onChoose({ ...action, roleName });
      }}
    />
  );
}

function OrganisationArgument({ action, onChoose }: Props) {
  const { t } = useTranslation('users');
  const organisations = useOrganisationChoices(true);
  return (
    <SearchSelect
      required
      label={t('column.organisation')}
      value={action.organisationPublicId ?? ''}
      loading={!organisations}
      choices={organisations ?? []}
      onChange={(organisationPublicId) => {
        onChoose({ ...action, organisationPublicId });
      }}
    />
  );
}
