/** Chooses which of a screen's roles the server is asked about. */
import type { RoleName } from '@api/contract/person.ts';

/** The first role that the user had as last reported, else the first of the list. */
export const roleToCheck = ([first, ...others]: readonly RoleName[], ownRoles: readonly string[]): RoleName | undefined =>
  [first, ...others].find((role) => role !== undefined && ownRoles.includes(role)) ?? first;
