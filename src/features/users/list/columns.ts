/** The columns of the list in their default order. */
import type { ComponentType } from 'react';
import { type SortableColumn, sortableColumns, type UserColumn, userColumns } from '@api/contract/users.page.ts';
import { StatusCell } from './cells/StatusCell.tsx';
import {
  type CellProps,
  EmailCell,
  MfaCell,
  NameCell,
  OrganisationCell,
  OwnerCell,
  RolesCell,
  UserNameCell,
} from './cells/TextCells.tsx';
import { CreatedCell, LastLoginCell } from './cells/TimeCells.tsx';

/** SPEC.md: pinned left, not sortable, 90 px wide. */
export const ACTIONS_WIDTH_PX = 90;

interface ColumnSpec {
  /** Pixels. */
  readonly width: number;
  /** Part of the remaining width. */
  readonly share: number;
  /**
   * Pixels: the header's longest word in any language, of the first column with its sort mark; of names, status and email address what
   * their two lines take. All fit from 1280 px on.
   */
  readonly minWidth: number;
  readonly Cell: ComponentType<CellProps>;
}

export const columnSpecs: Readonly<Record<UserColumn, ColumnSpec>> = {
  userName: { width: 190, share: 1, minWidth: 140, Cell: UserNameCell },
  name: { width: 190, share: 1, minWidth: 104, Cell: NameCell },
  email: { width: 260, share: 2, minWidth: 191, Cell: EmailCell },
  status: { width: 240, share: 0, minWidth: 108, Cell: StatusCell },
  roles: { width: 200, share: 2, minWidth: 72, Cell: RolesCell },
  organisation: { width: 190, share: 1, minWidth: 107, Cell: OrganisationCell },
  mfa: { width: 110, share: 0, minWidth: 72, Cell: MfaCell },
  lastLoginAt: { width: 150, share: 0, minWidth: 98, Cell: LastLoginCell },
  createdAt: { width: 130, share: 0, minWidth: 94, Cell: CreatedCell },
  owner: { width: 140, share: 1, minWidth: 122, Cell: OwnerCell },
};

export const isSortable = (column: string): column is SortableColumn => sortableColumns.some((sortable) => sortable === column);

/** Only system administrators see several organisations. */
export const columnsFor = (isSystemAdmin: boolean): readonly UserColumn[] =>
  userColumns.filter((column) => column !== 'organisation' || isSystemAdmin);

export const isUserColumn = (key: unknown): key is UserColumn => userColumns.some((column) => column === key);
