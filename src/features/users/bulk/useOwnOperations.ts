/** The administrator's own operations: one that runs is followed wherever the list is opened, the others can be looked at. */
import { useMemo } from 'react';
import { useFetchOperationsQuery } from '@api/client/bulk.api.ts';
import type { LongRunningOperation } from '@api/contract/bulk.ts';
import { isUnfinished } from '@store/users/bulk/bulk.slice.ts';
import { useIsIdle } from '@src/browser/useIsIdle.ts';

interface OwnOperations {
  readonly running: LongRunningOperation | undefined;
  readonly ended: readonly LongRunningOperation[];
}

const isEnded = ({ state }: LongRunningOperation): boolean => state === 'done' || state === 'cancelled';

export function useOwnOperations(): OwnOperations {
  const { data } = useFetchOperationsQuery(undefined, {
    skip: !useIsIdle(),
    refetchOnMountOrArgChange: true,
    refetchOnFocus: true,
  });
  return useMemo(() => ({ running: data?.find(isUnfinished), ended: data?.filter(isEnded) ?? [] }), [data]);
}
