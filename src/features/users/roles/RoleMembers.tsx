/** The users with one role. System administrators can choose an organisation, which is in the URL. */
import { Button } from 'antd';
import { useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router';
import { isSystemAdmin } from '@api/contract/person.ts';
import type { Role } from '@api/contract/roles.ts';
import type { UserCondition } from '@api/contract/users.conditions.ts';
import { useFetchSelfQuery } from '@api/client/users.self.api.ts';
import { useFetchRolesQuery } from '@api/client/roles.api.ts';
import { useFormats } from '@src/i18n/useFormats.ts';
import { useRoleNames } from '@src/i18n/useRoleNames.ts';
import { LocalListPage } from '@src/list/LocalListPage.tsx';
import { addressOf as listAddressOf, readView } from '@src/list/localList.ts';
import { paths } from '@src/paths.ts';
import { BackLink } from '@src/ui/BackLink.tsx';
import { Link } from '@src/ui/Link.tsx';
import { LinkButton } from '@src/ui/LinkButton.tsx';
import { ListState } from '@src/ui/ListState.tsx';
import { useNow } from '@src/ui/useNow.ts';
import { ListContext } from '../list/listContext.ts';
import { addressOf, allUsersView } from '../view/usersView.ts';
import { type MemberColumn, membersList } from './memberColumns.ts';
import { OrganisationChoice } from './OrganisationChoice.tsx';
import { AdministrativeTag } from './roleColumns.tsx';
import { useOrganisationFinder } from './useOrganisationFinder.ts';
import { useRoleMembers } from './useRoleMembers.ts';
import '../list/users.css';

const MINUTE_MS = 60_000;

const noop = () => undefined;

export function RoleMembers({ roleName }: { readonly roleName: string }) {
  const { t } = useTranslation('users');
  const formats = useFormats();
  const navigate = useNavigate();
  const roleNames = useRoleNames();
  const now = useNow(MINUTE_MS);
  const [query] = useSearchParams();
  const { data: self } = useFetchSelfQuery();
  const chooses = self !== undefined && isSystemAdmin(self);
  const roles = useFetchRolesQuery(undefined, { refetchOnMountOrArgChange: true });
  const role = roles.data?.find((one) => one.roleName === roleName);
  const publicId = query.get('organisation') ?? '';
  const finder = useOrganisationFinder(publicId, chooses);
  const organisation = self && finder.chosen;
  const { members, isTooMany, ...state } = useRoleMembers(role, organisation);
  const name = roleNames.of(roleName);
  const list = useMemo(
    () => membersList(roleName, publicId || undefined, chooses && publicId === ''),
    [roleName, publicId, chooses],
  );
  const labelOf = useCallback((column: MemberColumn) => t(`column.${column}`), [t]);
  const content = useMemo(() => ({ t, formats, roleNames, now, openMenu: noop }), [t, formats, roleNames, now]);
  const choose = (id: string) => {
    if (id !== publicId) void navigate(listAddressOf(membersList(roleName, id || undefined, false), readView(list, query)));
  };
  const inList = role && (
    <LinkButton type="primary" to={listAddress(role, publicId)}>
      {t('rolesPage.inList')}
    </LinkButton>
  );

  return (
    <ListContext value={content}>
      <LocalListPage
        list={list}
        rows={{
          data: members,
          error: roles.data ? state.error : roles.error,
          pending: roles.isFetching || state.isFetching,
          tryAgain: () => {
            if (roles.data) state.refetch();
            else void roles.refetch();
          },
        }}
        labelOf={labelOf}
        phrases={{
          title: name,
          label: t('rolesPage.members', { role: name }),
          search: t('list.searchHint'),
          total: (count) => t('rolesPage.total', { count, total: formats.number(count) }),
          failed: t('empty.failed.heading'),
          noMatch: {
            heading: (search) => t('empty.search.heading', { search }),
            text: t('empty.search.text'),
            clear: t('empty.search.clear'),
          },
        }}
        back={<BackLink to={paths.roles.to()}>{t('rolesPage.all')}</BackLink>}
        lead={
          role && (
            <p className="row row-tight muted small">
              {role.description}
              <AdministrativeTag role={role} />
              {!isTooMany && (
                <Link className="link" to={listAddress(role, publicId)}>
                  {t('rolesPage.inList')}
                </Link>
              )}
            </p>
          )
        }
        filters={chooses && <OrganisationChoice finder={finder} value={publicId} onChange={choose} />}
        empty={
          <ListState heading={t('rolesPage.none.heading')} text={t('rolesPage.none.text')}>
            {publicId !== '' && (
              <Button
                onClick={() => {
                  choose('');
                }}
              >
                {t('rolesPage.everywhere')}
              </Button>
            )}
          </ListState>
        }
        instead={
          isTooMany && role ? (
            <ListState
              heading={t('rolesPage.many.heading', { total: formats.number(role.userCount) })}
              text={t('rolesPage.many.text')}
            >
              {inList}
            </ListState>
          ) : roles.data && !role ? (
            <ListState heading={t('rolesPage.unknown.heading', { role: roleName })} text={t('rolesPage.unknown.text')}>
              <LinkButton type="primary" to={paths.roles.to()}>
                {t('rolesPage.all')}
              </LinkButton>
            </ListState>
          ) : undefined
        }
      />
    </ListContext>
  );
}

/** The users list with the same users. */
function listAddress({ roleName }: Role, organisationId: string): string {
  const where: UserCondition[] = [{ field: 'roles', op: 'in', value: [roleName] }];
  if (organisationId !== '') where.push({ field: 'organisation', op: 'in', value: [organisationId] });
  return addressOf({ ...allUsersView, where });
}
