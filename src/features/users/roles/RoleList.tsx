/** All roles with what they allow and how many users have them; a row opens the page of its users. */
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { rolesApi } from '@api/client/roles.api.ts';
import type { Role } from '@api/contract/roles.ts';
import { useFormats } from '@src/i18n/useFormats.ts';
import { LocalListPage } from '@src/list/LocalListPage.tsx';
import { useFreshQuery } from '@src/list/useFreshQuery.ts';
import { type RoleColumn, useRolesList } from './roleColumns.tsx';

const labels = { name: 'column.name', description: 'rolesPage.allows', userCount: 'list.label' } as const;

export function RoleList() {
  const { t } = useTranslation(['users', 'common']);
  const formats = useFormats();
  const list = useRolesList();
  const rows = useFreshQuery<readonly Role[]>(rolesApi.endpoints.fetchRoles);
  const labelOf = useCallback((column: RoleColumn) => t(labels[column]), [t]);
  return (
    <LocalListPage
      list={list}
      rows={rows}
      labelOf={labelOf}
      phrases={{
        title: t('rolesPage.title'),
        search: t('rolesPage.search'),
        total: (count) => t('rolesPage.count', { count, total: formats.number(count) }),
        failed: t('common:failed.part'),
        noMatch: { heading: () => t('rolesPage.noMatch'), text: t('rolesPage.unknown.text'), clear: t('empty.search.clear') },
      }}
      lead={<p className="muted">{t('rolesPage.intro')}</p>}
    />
  );
}
