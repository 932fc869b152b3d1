/** Columns of the users with a role, in the cells of the users list. */
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { UserSummary } from '@api/contract/users.shapes.ts';
import { fitColumns, type SharingColumn } from '@src/ui/grid/fitColumns.ts';
import type { GridColumn } from '@src/ui/grid/gridTypes.ts';
import { StatusCell } from '../list/cells/StatusCell.tsx';
import { EmailCell, FullNameCell, OrganisationCell, UserNameCell } from '../list/cells/TextCells.tsx';
import { LastLoginCell } from '../list/cells/TimeCells.tsx';

type ColumnKey = 'userName' | 'name' | 'email' | 'status' | 'organisation' | 'lastLoginAt';

const specs: readonly (Omit<SharingColumn<UserSummary>, 'label' | 'key'> & { readonly key: ColumnKey })[] = [
  { key: 'userName', width: 170, share: 2, fixed: true, Cell: UserNameCell },
  { key: 'name', width: 170, share: 2, Cell: FullNameCell },
  { key: 'email', width: 230, share: 3, Cell: EmailCell },
  { key: 'status', width: 160, share: 1, Cell: StatusCell },
  { key: 'organisation', width: 190, share: 2, Cell: OrganisationCell },
  { key: 'lastLoginAt', width: 140, share: 1, Cell: LastLoginCell },
];

/** @param withOrganisation true if users of several organisations are listed */
export function useMemberColumns(withOrganisation: boolean, availableWidth: number): readonly GridColumn<UserSummary>[] {
  const { t } = useTranslation('users');
  return useMemo(() => {
    const columns = specs.filter(({ key }) => key !== 'organisation' || withOrganisation);
    return fitColumns(
      columns.map((column) => ({ ...column, label: t(`column.${column.key}`) })),
      availableWidth,
    );
  }, [t, withOrganisation, availableWidth]);
}
