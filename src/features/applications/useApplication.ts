/** One application, out of the list: the server has no call for one alone. */
import { applicationsApi } from '@api/client/applications.api.ts';
import type { Application } from '@api/contract/applications.ts';

interface ApplicationQuery {
  /** `missing`: there is none with this ID. */
  readonly currentData: Application | 'missing' | undefined;
  readonly isError: boolean;
  readonly refetch: () => unknown;
}

export function useApplication(applicationId: string): ApplicationQuery {
  const { currentData, isError, isFetching, refetch } = applicationsApi.endpoints.fetchApplications.useQuery(undefined, {
    refetchOnMountOrArgChange: true,
  });
  const application = currentData?.find((each) => each.applicationId === applicationId);
  // A cached list may be too old to contain it.
  return { currentData: application ?? (currentData && !isFetching ? 'missing' : undefined), isError, refetch };
}
