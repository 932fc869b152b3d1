/** Whether the server says, each time it is asked, that one has a role; undefined while it has not, and where no role is meant. */
import { skipToken } from '@reduxjs/toolkit/query/react';
import { useCheckOwnRoleQuery } from '@api/client/roles.self.api.ts';

export const useHasRole = (role: string | undefined): boolean | undefined =>
  useCheckOwnRoleQuery(role === undefined ? skipToken : { role }, { refetchOnMountOrArgChange: true }).data;
