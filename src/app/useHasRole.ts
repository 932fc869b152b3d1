/** Whether the server says, asked anew, that the user has a role; undefined while it has not answered, and where no role is meant. */
import { skipToken } from '@reduxjs/toolkit/query/react';
import { useCheckOwnRoleQuery } from '@api/client/roles.self.api.ts';

export function useHasRole(role: string | undefined): boolean | undefined {
  const asked = useCheckOwnRoleQuery(role === undefined ? skipToken : { role }, { refetchOnMountOrArgChange: true });
  // Until then, and after a failure, `data` is that of an earlier call.
  return asked.isSuccess && !asked.isFetching ? asked.data : undefined;
}
