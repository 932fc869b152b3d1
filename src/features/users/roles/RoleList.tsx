/** All roles with their description and user count. */
import { useTranslation } from 'react-i18next';
import type { Role } from '@api/contract/roles.ts';
import { useFetchRolesQuery } from '@api/client/roles.api.ts';
import { useFormats } from '@src/i18n/useFormats.ts';
import { useRoleNames } from '@src/i18n/useRoleNames.ts';
import { paths } from '@src/paths.ts';
import { Link } from '@src/ui/Link.tsx';
import { PageHeading } from '@src/ui/PageHeading.tsx';
import { Loaded } from '@src/ui/Section.tsx';
import { RoleFacts } from './RoleFacts.tsx';

export function RoleList() {
  const { t } = useTranslation('users');
  const query = useFetchRolesQuery(undefined, { refetchOnMountOrArgChange: true });
  return (
    <div className="page form-page">
      <header className="form-page-head">
        <PageHeading title={t('rolesPage.title')}>{t('rolesPage.title')}</PageHeading>
        <p className="muted">{t('rolesPage.intro')}</p>
      </header>
      <Loaded query={query}>
        {(roles) => (
          <ul className="stack-tight" aria-label={t('rolesPage.title')}>
            {roles.map((role) => (
              <RoleItem key={role.roleName} role={role} />
            ))}
          </ul>
        )}
      </Loaded>
    </div>
  );
}

function RoleItem({ role }: { readonly role: Role }) {
  const { t } = useTranslation('users');
  const formats = useFormats();
  const { roleName, userCount } = role;
  return (
    <li className="box row spread">
      <div>
        <h2>
          <Link className="link" to={paths.roles.to({ roleName })}>
            {useRoleNames().of(roleName)}
          </Link>
        </h2>
        <RoleFacts role={role} />
      </div>
      <p>{t('rolesPage.total', { count: userCount, total: formats.number(userCount) })}</p>
    </li>
  );
}
