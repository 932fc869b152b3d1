/** The groups that the directory has sent, and which roles they grant to their members. */
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFetchProvisioningGroupsQuery } from '@api/client/directories.api.ts';
import type { ProvisioningGroup } from '@api/contract/directories.shapes.ts';
import { useFormats } from '@src/i18n/useFormats.ts';
import { useRoleNames } from '@src/i18n/useRoleNames.ts';
import { ScrollBox } from '@src/ui/ScrollBox.tsx';
import { Loaded } from '@src/ui/Section.tsx';
import { VisuallyHidden } from '@src/ui/VisuallyHidden.tsx';
import { GroupRolesDialog } from './GroupRolesDialog.tsx';

interface Props {
  readonly organisationPublicId: string;
}

export function GroupsSection({ organisationPublicId }: Props) {
  const query = useFetchProvisioningGroupsQuery(
    { organisationPublicId },
    { refetchOnMountOrArgChange: true, refetchOnFocus: true },
  );
  return (
    <Loaded query={query}>
      {({ roles, groups }) => <Groups organisationPublicId={organisationPublicId} roles={roles} groups={groups} />}
    </Loaded>
  );
}

interface GroupsProps extends Props {
  readonly roles: readonly string[];
  readonly groups: readonly ProvisioningGroup[];
}

function Groups({ organisationPublicId, roles, groups }: GroupsProps) {
  const { t } = useTranslation('provisioning');
  const formats = useFormats();
  const { of: nameOf } = useRoleNames();
  const [changing, setChanging] = useState<ProvisioningGroup>();
  if (groups.length === 0) return <p className="muted">{t('groups.none')}</p>;
  return (
    <>
      <ScrollBox label={t('groups.list')}>
        <table className="table">
          <thead>
            <tr>
              <th scope="col">{t('groups.group')}</th>
              <th scope="col">{t('groups.members')}</th>
              <th scope="col">{t('groups.roles')}</th>
            </tr>
          </thead>
          <tbody>
            {groups.map((group) => (
              <tr key={group.groupId}>
                <th scope="row">
                  {group.displayName}
                  {group.connection !== null && (
                    <p className="muted small">{t('groups.ofLogins', { provider: group.connection })}</p>
                  )}
                </th>
                <td>{formats.number(group.members)}</td>
                <td>
                  {group.roles.length === 0 ? (
                    <span className="muted">{t('groups.noRoles')}</span>
                  ) : (
                    group.roles.map(nameOf).join(', ')
                  )}
                  <div className="small-buttons connections-change">
                    <Button
                      onClick={() => {
                        setChanging(group);
                      }}
                    >
                      {t('groups.change')}
                      <VisuallyHidden> ({group.displayName})</VisuallyHidden>
                    </Button>
                  </div>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
      {changing && (
        <GroupRolesDialog
          organisationPublicId={organisationPublicId}
          group={changing}
          roles={roles}
          onClose={() => {
            setChanging(undefined);
          }}
        />
      )}
    </>
  );
}
