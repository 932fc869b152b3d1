/** Filters, sorts and column conditions of the users list: allow-lists shared by client and server, without schemas. */

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

/** SPEC.md's filter values: those allowed in the path of the users list. */
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
  'managedBy',
] as const;
export type UserColumn = (typeof userColumns)[number];

/** Columns that the server can sort by. */
export const sortableColumns = [
  'userName',
  'name',
  'email',
  'status',
  'organisation',
  'mfa',
  'lastLoginAt',
  'createdAt',
] as const;
export type SortableColumn = (typeof sortableColumns)[number];

/** Days without a login after which an account counts as dormant. */
export const DORMANT_DAYS = 90;

/** Hours before its end from which an invitation counts as expiring. */
export const INVITE_EXPIRING_HOURS = 48;

export const PAGE_LIMIT = 500;
