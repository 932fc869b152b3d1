/** The columns of the list in their default order. */
import type { ComponentType } from 'react';
import { type SortableColumn, sortableColumns, type UserColumn, userColumns } from '@api/contract/users.page.ts';
import { breakpoints } from '@src/ui/tokens.ts';
import { CardCell } from './cells/CardCell.tsx';
import { StatusCell } from './cells/StatusCell.tsx';
import {
  type CellProps,
  EmailCell,
  FullNameCell,
  ManagedByCell,
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
  /** Minimum in pixels: the header in any language; for the status what a phone has beside the name. */
  readonly minWidth: number;
  readonly Cell: ComponentType<CellProps>;
}

export const columnSpecs: Readonly<Record<UserColumn, ColumnSpec>> = {
  userName: { width: 150, share: 1, minWidth: 132, Cell: UserNameCell },
  name: { width: 170, share: 2, minWidth: 128, Cell: NameCell },
  email: { width: 200, share: 3, minWidth: 180, Cell: EmailCell },
  status: { width: 216, share: 0, minWidth: 132, Cell: StatusCell },
  roles: { width: 170, share: 1, minWidth: 150, Cell: RolesCell },
  organisation: { width: 160, share: 1, minWidth: 130, Cell: OrganisationCell },
  mfa: { width: 108, share: 0, minWidth: 84, Cell: MfaCell },
  /** Holds the longest relative time in German. */
  lastLoginAt: { width: 216, share: 0, minWidth: 216, Cell: LastLoginCell },
  createdAt: { width: 126, share: 0, minWidth: 118, Cell: CreatedCell },
  owner: { width: 140, share: 1, minWidth: 110, Cell: OwnerCell },
  managedBy: { width: 170, share: 1, minWidth: 130, Cell: ManagedByCell },
};

/** The user name stands beneath the name unless it has a column of its own; so does the status on a phone. */
export function cellOf(column: UserColumn, shown: readonly UserColumn[], windowWidth: number): ComponentType<CellProps> {
  if (column !== 'name') return columnSpecs[column].Cell;
  if (shown.includes('userName')) return FullNameCell;
  return windowWidth < breakpoints.sm && !shown.includes('status') ? CardCell : NameCell;
}

export const isSortable = (column: string): column is SortableColumn => sortableColumns.some((sortable) => sortable === column);

/** Only system administrators see several organisations. */
export const columnsFor = (isSystemAdmin: boolean): readonly UserColumn[] =>
  userColumns.filter((column) => column !== 'organisation' || isSystemAdmin);

/** Widths of the window in pixels from which a column is shown unless the user chose others; a phone has two lines a row. */
const shownFrom: Readonly<Record<UserColumn, number>> = {
  userName: Infinity,
  name: 0,
  email: breakpoints.sm,
  status: breakpoints.sm,
  roles: 1440,
  organisation: breakpoints.sm,
  mfa: breakpoints.sm,
  lastLoginAt: breakpoints.sm,
  createdAt: 1680,
  owner: 1680,
  managedBy: Infinity,
};

export const defaultColumns = (allowed: readonly UserColumn[], windowWidth: number): readonly UserColumn[] =>
  allowed.filter((column) => windowWidth >= shownFrom[column]);

export const isUserColumn = (key: unknown): key is UserColumn => userColumns.some((column) => column === key);
