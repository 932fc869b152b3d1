/** The users with a role, in scope or in one organisation; requested only if they fit one page. */
import type { Organisation } from '@api/contract/organisations.ts';
import type { Role } from '@api/contract/roles.ts';
import type { UserSummary } from '@api/contract/users.shapes.ts';
import { useFetchUsersInOrganisationAndRoleQuery, useFetchUsersInRoleQuery } from '@api/client/roles.api.ts';

/** About 3 MB of JSON; more are for the users list, which pages on the server. */
const MEMBERS_MAX_ROWS = 5000;

interface RoleMembers {
  readonly members: readonly UserSummary[] | undefined;
  readonly isTooMany: boolean;
  readonly isFetching: boolean;
  readonly error: unknown;
  readonly refetch: () => unknown;
}

/** @param organisation null: all in scope; undefined: still loading */
export function useRoleMembers(role: Role | undefined, organisation: Organisation | null | undefined): RoleMembers {
  const most = Math.min(role?.userCount ?? 0, organisation?.userCount ?? Infinity);
  const isTooMany = most > MEMBERS_MAX_ROWS;
  const isAsked = role !== undefined && organisation !== undefined && !isTooMany;
  const roleName = role?.roleName ?? '';
  const organisationPublicId = organisation?.publicId ?? '';
  const fresh = { refetchOnMountOrArgChange: true };
  const everywhere = useFetchUsersInRoleQuery({ roleName }, { ...fresh, skip: !isAsked || organisation !== null });
  const inOne = useFetchUsersInOrganisationAndRoleQuery(
    { roleName, organisationPublicId },
    { ...fresh, skip: !isAsked || organisation === null },
  );
  const { currentData, isFetching, error, refetch } = organisation ? inOne : everywhere;
  return { members: isAsked ? currentData : undefined, isTooMany, isFetching, error, refetch };
}
