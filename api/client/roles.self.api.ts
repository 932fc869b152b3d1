/** Endpoints of the user's own roles; a separate file, as every signed-in page loads them. */
import type { ArgsOf } from '../contract/index.ts';
import { rolesCalls } from '../contract/roles.ts';
import { baseApi } from './baseApi.ts';
import { endpointsOf } from './endpoints.ts';
import { request } from './request.ts';

export const ownRolesApi = baseApi.injectEndpoints({
  endpoints: (build) => {
    const { read } = endpointsOf(build, rolesCalls);
    return {
      fetchOwnRoles: read('Roles.Self', ['Self']),
      /** True only for a 200 whose body is true; 401, 403 and everything else is false. */
      checkOwnRole: build.query<boolean, ArgsOf<'UserRoles.IsSelfAssignedWithRole'>>({
        query: request(rolesCalls, 'UserRoles.IsSelfAssignedWithRole'),
        extraOptions: { accept: [401, 403] },
        transformResponse: (reply: unknown, meta) => meta?.status === 200 && reply === true,
        providesTags: ['Self'],
      }),
    };
  },
});

export const { useFetchOwnRolesQuery, useCheckOwnRoleQuery } = ownRolesApi;
