/** Endpoints of roles, except the user's own. */
import { rolesCalls } from '../contract/roles.ts';
import { baseApi } from './baseApi.ts';
import { endpointsOf } from './endpoints.ts';

export const rolesApi = baseApi.injectEndpoints({
  endpoints: (build) => {
    const { read, write } = endpointsOf(build, rolesCalls);
    return {
      fetchRoles: read('Roles.List', ['Role']),
      fetchRolesOfUser: read('Roles.User', ['Account']),
      setRolesOfUser: write('Roles.SetUser', ['Account', 'Role', 'Self']),
      /** As `fetchRolesOfUser`, but every user may pass their own user name. */
      fetchUserRoles: read('UserRoles.User', ['Account', 'Self']),
      fetchRoleAdministration: read('UserRoles.Administration', ['Account', 'Role']),
      fetchUsersInRole: read('UserRoles.UsersInRole', ['Account']),
      fetchUsersInOrganisationAndRole: read('UserRoles.UsersInOrganisationAndRole', ['Account']),
    };
  },
});

export const {
  useFetchRolesQuery,
  useFetchRolesOfUserQuery,
  useSetRolesOfUserMutation,
  useFetchUserRolesQuery,
  useFetchRoleAdministrationQuery,
} = rolesApi;
