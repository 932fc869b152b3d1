/** Addresses of the users list and the audit report, filtered to what a number counts. */
import { pathFilters, type UserFilter } from '@api/contract/users.page.ts';
import { paths } from '@src/paths.ts';

interface UsersFilter {
  readonly filter?: UserFilter;
  readonly status?: string;
}

/** Address of the users list, as the list writes its own. */
export function usersWith({ filter = 'all', ...conditions }: UsersFilter): string {
  const pathFilter = pathFilters.find((one) => one === filter);
  const only = pathFilter === undefined && filter !== 'all' ? filter : undefined;
  return paths.usersList.to({ filter: pathFilter }, { only, ...conditions });
}

export interface ReportFilter {
  readonly actor?: string;
  readonly target?: string;
  readonly action?: string;
  readonly ip?: string;
  readonly outcome?: 'success' | 'failure' | 'refused';
  /** The first moment that counts, in UTC. */
  readonly from?: string;
}

export const reportWith = (filter: ReportFilter): string => paths.usersAudit.to({}, { ...filter });
