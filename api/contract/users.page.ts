/** What the grid may ask for: filters, sorts and column conditions, as allow-lists that client and server share. Pure data, no schema library. */

export const userFilters = [
  'all',
  'admin',
  'active',
  'disabled',
  'loggedIn',
  'locked',
  'invited',
  'inviteExpired',
  'mfaMissing',
  'dormant',
] as const;
export type UserFilter = (typeof userFilters)[number];

/** SPEC.md's filter values: those that may stand in the path of the user list. */
export const pathFilters = ['admin', 'active', 'disabled', 'loggedIn'] as const satisfies readonly UserFilter[];

export const userColumns = [
  'userName',
  'name',
  'email',
  'status',
  'roles',
  'organisation',
  'mfa',
  'lastLoginAt',
  'createdAt',
  'owner',
] as const;
export type UserColumn = (typeof userColumns)[number];

/** Columns that the server can sort by; every one has an index. */
export const sortableColumns = [
  'userName',
  'name',
  'email',
  'status',
  'organisation',
  'mfa',
  'lastLoginAt',
  'createdAt',
  'owner',
] as const;
export type SortableColumn = (typeof sortableColumns)[number];

/** Days without a sign-in after which an account counts as dormant. */
export const DORMANT_DAYS = 90;

export const PAGE_LIMIT = 500;
