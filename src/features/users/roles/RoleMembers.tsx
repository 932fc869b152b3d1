/** The users with one role. System administrators can choose an organisation, which is in the URL. */
import LeftOutlined from '@ant-design/icons/LeftOutlined';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router';
import { isSystemAdmin } from '@api/contract/person.ts';
import type { Role } from '@api/contract/roles.ts';
import type { UserCondition } from '@api/contract/users.conditions.ts';
import { useFetchSelfQuery } from '@api/client/users.self.api.ts';
import { useFetchRolesQuery } from '@api/client/roles.api.ts';
import { useFormats } from '@src/i18n/useFormats.ts';
import { useRoleNames } from '@src/i18n/useRoleNames.ts';
import { paths } from '@src/paths.ts';
import { Link } from '@src/ui/Link.tsx';
import { LinkButton } from '@src/ui/LinkButton.tsx';
import { ListState } from '@src/ui/ListState.tsx';
import { PageHeading } from '@src/ui/PageHeading.tsx';
import { addressOf, allUsersView } from '../view/usersView.ts';
import { MembersGrid } from './MembersGrid.tsx';
import { OrganisationChoice } from './OrganisationChoice.tsx';
import { RoleFacts } from './RoleFacts.tsx';
import { useOrganisationFinder } from './useOrganisationFinder.ts';
import { useRoleMembers } from './useRoleMembers.ts';
import '@src/ui/styles/grid.css';
import '@src/ui/styles/list.css';
import '../list/users.css';

export function RoleMembers({ roleName }: { readonly roleName: string }) {
  const { t } = useTranslation(['users', 'common']);
  const formats = useFormats();
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const { data: self } = useFetchSelfQuery();
  const chooses = self !== undefined && isSystemAdmin(self);
  const roles = useFetchRolesQuery(undefined, { refetchOnMountOrArgChange: true });
  const role = roles.data?.find((one) => one.roleName === roleName);
  const publicId = query.get('organisation') ?? '';
  const finder = useOrganisationFinder(publicId, chooses);
  const organisation = self && finder.chosen;
  const { members, isTooMany, ...state } = useRoleMembers(role, organisation);
  const name = useRoleNames().of(roleName);

  return (
    <div className="page list-page">
      <header>
        <div className="small-buttons">
          <LinkButton type="link" className="flush-start" icon={<LeftOutlined aria-hidden />} to={paths.roles.to()}>
            {t('rolesPage.all')}
          </LinkButton>
        </div>
        <PageHeading title={name}>{name}</PageHeading>
        {role && <RoleFacts role={role} />}
      </header>
      <div className="list-bar row spread">
        {chooses && (
          <OrganisationChoice
            finder={finder}
            value={publicId}
            onChange={(id) => {
              if (id !== publicId) void navigate(paths.roles.to({ roleName }, { organisation: id || undefined }));
            }}
          />
        )}
        <div className="row">
          <p className="muted small" role="status">
            {members && t('rolesPage.total', { count: members.length, total: formats.number(members.length) })}
          </p>
          {role && (
            <Link className="link" to={listAddress(role, publicId)}>
              {t('rolesPage.inList')}
            </Link>
          )}
        </div>
      </div>
      <div className="list-body">
        {isTooMany && role ? (
          <ListState
            heading={t('rolesPage.many.heading', { total: formats.number(role.userCount) })}
            text={t('rolesPage.many.text')}
          >
            <LinkButton type="primary" to={listAddress(role, publicId)}>
              {t('rolesPage.inList')}
            </LinkButton>
          </ListState>
        ) : roles.data && !role ? (
          <ListState heading={t('rolesPage.unknown.heading', { role: roleName })} text={t('rolesPage.unknown.text')}>
            <LinkButton type="primary" to={paths.roles.to()}>
              {t('rolesPage.all')}
            </LinkButton>
          </ListState>
        ) : (
          <MembersGrid
            label={t('rolesPage.members', { role: name })}
            view={`${roleName} ${publicId}`}
            members={members}
            isPending={roles.isFetching || state.isFetching}
            error={roles.data ? state.error : roles.error}
            withOrganisation={chooses && publicId === ''}
            onTryAgain={() => {
              if (roles.data) state.refetch();
              else void roles.refetch();
            }}
          >
            <ListState heading={t('rolesPage.none.heading')} text={t('rolesPage.none.text')}>
              {publicId !== '' && (
                <Button
                  onClick={() => {
                    void navigate(paths.roles.to({ roleName }));
                  }}
                >
                  {t('rolesPage.everywhere')}
                </Button>
              )}
            </ListState>
          </MembersGrid>
        )}
      </div>
    </div>
  );
}

/** The users list with the same users. */
function listAddress({ roleName }: Role, organisationId: string): string {
  const where: UserCondition[] = [{ field: 'roles', op: 'in', value: [roleName] }];
  if (organisationId !== '') where.push({ field: 'organisation', op: 'in', value: [organisationId] });
  return addressOf({ ...allUsersView, where });
}
