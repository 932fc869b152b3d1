/** What a role allows, and whether it is administrative. */
import { Tag } from 'antd';
import { useTranslation } from 'react-i18next';
import type { Role } from '@api/contract/roles.ts';

export function RoleFacts({ role: { description, administrative } }: { readonly role: Role }) {
  const { t } = useTranslation('users');
  return (
    <p className="row row-tight muted small">
      <span>{description}</span>
      {administrative && <Tag>{t('rolesPage.administrative')}</Tag>}
    </p>
  );
}
