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

/** `width` in pixels; `share`: part of the remaining width. */
export const columnSpecs: Readonly<
  Record<UserColumn, { readonly width: number; readonly share: number; readonly Cell: ComponentType<CellProps> }>
> = {
  userName: { width: 190, share: 1, Cell: UserNameCell },
  name: { width: 190, share: 1, Cell: NameCell },
  email: { width: 260, share: 2, Cell: EmailCell },
  status: { width: 240, share: 0, Cell: StatusCell },
  roles: { width: 200, share: 2, Cell: RolesCell },
  organisation: { width: 190, share: 1, Cell: OrganisationCell },
  mfa: { width: 110, share: 0, Cell: MfaCell },
  lastLoginAt: { width: 150, share: 0, Cell: LastLoginCell },
  createdAt: { width: 130, share: 0, Cell: CreatedCell },
  owner: { width: 140, share: 1, Cell: OwnerCell },
};

export const isSortable = (column: string): column is SortableColumn => sortableColumns.some((sortable) => sortable === column);

/** Only system administrators see several organisations. */
export const columnsFor = (isSystemAdmin: boolean): readonly UserColumn[] =>
  userColumns.filter((column) => column !== 'organisation' || isSystemAdmin);

export const isUserColumn = (key: unknown): key is UserColumn => userColumns.some((column) => column === key);
