/** Endpoints of roles, except the user's own. */
import type { ArgsOf } from '../contract/index.ts';
import { rolesCalls } from '../contract/roles.calls.ts';
import { baseApi } from './baseApi.ts';
import { keyed, type Keyed } from './keyed.ts';
import { type Reply, request } from './request.ts';
import { invalidates } from './tags.ts';

export const rolesApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    fetchRoles: build.query<Reply<'Roles.List'>, ArgsOf<'Roles.List'>>({
      query: request(rolesCalls, 'Roles.List'),
      providesTags: ['Role'],
    }),
    fetchRolesOfUser: build.query<Reply<'Roles.User'>, ArgsOf<'Roles.User'>>({
      query: request(rolesCalls, 'Roles.User'),
      providesTags: ['Account'],
    }),
    setRolesOfUser: build.mutation<Reply<'Roles.SetUser'>, Keyed<ArgsOf<'Roles.SetUser'>>>({
      query: keyed(request(rolesCalls, 'Roles.SetUser')),
      invalidatesTags: invalidates('Account', 'Role', 'Self'),
    }),
    /** As `fetchRolesOfUser`, but every user may pass their own user name. */
    fetchUserRoles: build.query<Reply<'UserRoles.User'>, ArgsOf<'UserRoles.User'>>({
      query: request(rolesCalls, 'UserRoles.User'),
      providesTags: ['Account', 'Self'],
    }),
    fetchRoleAdministration: build.query<Reply<'UserRoles.Administration'>, ArgsOf<'UserRoles.Administration'>>({
      query: request(rolesCalls, 'UserRoles.Administration'),
      providesTags: ['Account', 'Role'],
    }),
    fetchUsersInRole: build.query<Reply<'UserRoles.UsersInRole'>, ArgsOf<'UserRoles.UsersInRole'>>({
      query: request(rolesCalls, 'UserRoles.UsersInRole'),
      providesTags: ['Account'],
    }),
    fetchUsersInOrganisationAndRole: build.query<
      Reply<'UserRoles.UsersInOrganisationAndRole'>,
      ArgsOf<'UserRoles.UsersInOrganisationAndRole'>
    >({
      query: request(rolesCalls, 'UserRoles.UsersInOrganisationAndRole'),
      providesTags: ['Account'],
    }),
  }),
});

export const {
  useFetchRolesQuery,
  useFetchRolesOfUserQuery,
  useSetRolesOfUserMutation,
  useFetchUserRolesQuery,
  useFetchRoleAdministrationQuery,
  useFetchUsersInRoleQuery,
  useFetchUsersInOrganisationAndRoleQuery,
} = rolesApi;
