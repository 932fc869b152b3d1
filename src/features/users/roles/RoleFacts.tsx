/** What a role allows, its technical name, and whether it is administrative. */
import { useTranslation } from 'react-i18next';
import type { Role } from '@api/contract/roles.ts';

export function RoleFacts({ role: { roleName, description, administrative } }: { readonly role: Role }) {
  const { t } = useTranslation('users');
  return (
    <p className="roles-facts">
      <span>{description}</span>
      <span className="mono small muted">{roleName}</span>
      {administrative && <span className="roles-mark small">{t('rolesPage.administrative')}</span>}
    </p>
  );
}
