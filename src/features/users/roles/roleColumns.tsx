/** The list of roles: its columns, its search and its address. */
import { Tag } from 'antd';
import { use, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Role } from '@api/contract/roles.ts';
import { useFormats } from '@src/i18n/useFormats.ts';
import { useRoleNames } from '@src/i18n/useRoleNames.ts';
import type { LocalList, LocalListColumn } from '@src/list/localList.ts';
import { paths } from '@src/paths.ts';
import { CellTabIndexContext } from '@src/ui/grid/cellTabIndexContext.ts';
import { Link } from '@src/ui/Link.tsx';

interface CellProps {
  readonly row: Role;
}

const pageOf = ({ roleName }: Role): string => paths.roles.to({ roleName });

function NameLink({ row }: CellProps) {
  const name = useRoleNames().of(row.roleName);
  return (
    <Link className="link cut" to={pageOf(row)} title={name} tabIndex={use(CellTabIndexContext)}>
      {name}
    </Link>
  );
}

export function AdministrativeTag({ role: { administrative } }: { readonly role: Role }) {
  const { t } = useTranslation('users');
  return administrative && <Tag>{t('rolesPage.administrative')}</Tag>;
}

function NameCell({ row }: CellProps) {
  return (
    <span className="row row-tight">
      <NameLink row={row} />
      <AdministrativeTag role={row} />
    </span>
  );
}

function DescriptionCell({ row: { description } }: CellProps) {
  return (
    <span className="cut" title={description}>
      {description}
    </span>
  );
}

function NarrowNameCell({ row }: CellProps) {
  return (
    <span className="two-lines">
      <NameLink row={row} />
      <span className="second-line">
        <DescriptionCell row={row} />
      </span>
    </span>
  );
}

const CountCell = ({ row: { userCount } }: CellProps) => useFormats().number(userCount);

export type RoleColumn = 'name' | 'description' | 'userCount';

export function useRolesList(): LocalList<Role, RoleColumn> {
  const { of: nameOf } = useRoleNames();
  return useMemo(() => {
    const sortValue = ({ roleName }: Role): string => nameOf(roleName);
    const first = { key: 'name', width: 340, share: 1, Cell: NameCell, sortValue } as const;
    const count: LocalListColumn<Role, RoleColumn> = {
      key: 'userCount',
      width: 110,
      share: 0,
      Cell: CountCell,
      sortValue: ({ userCount }) => userCount,
      descendingFirst: true,
    };
    return {
      path: paths.roles,
      pageOf,
      idOf: ({ roleName }) => roleName,
      nameOf: sortValue,
      searchTextOf: ({ roleName, description }) => `${nameOf(roleName)} ${description}`,
      columns: [
        first,
        {
          key: 'description',
          width: 420,
          minWidth: 240,
          share: 3,
          Cell: DescriptionCell,
          sortValue: ({ description }) => description,
        },
        count,
      ],
      narrowColumns: [{ ...first, Cell: NarrowNameCell }, count],
    };
  }, [nameOf]);
}
