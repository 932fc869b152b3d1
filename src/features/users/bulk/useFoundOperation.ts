/** The administrator's own operation that runs, or has just ended: found again when the list is opened, also on another machine. */
import { useFetchOperationsQuery } from '@api/client/bulk.api.ts';
import type { LongRunningOperation } from '@api/contract/bulk.ts';
import { isUnfinished } from '@store/users/bulk/bulk.slice.ts';
import { browserMemory } from '@src/browser/browserMemory.ts';
import { useIsIdle } from '@src/browser/useIsIdle.ts';

const CLOSED_KEY = 'closedOperation';
const JUST_FINISHED_MS = 60 * 60_000;

/** Serves where the browser's storage is blocked. */
let closedHere: string | undefined;

/** Called when the result has been read. */
export function noteClosed(operationId: string): void {
  closedHere = operationId;
  browserMemory.write(CLOSED_KEY, operationId);
}

export const isClosed = ({ operationId }: LongRunningOperation): boolean =>
  operationId === closedHere || operationId === browserMemory.read(CLOSED_KEY);

const isFinished = ({ state }: LongRunningOperation): boolean => state === 'done' || state === 'cancelled';

export function useFoundOperation(): LongRunningOperation | undefined {
  const { data, fulfilledTimeStamp: readAt = 0 } = useFetchOperationsQuery(undefined, {
    skip: !useIsIdle(),
    refetchOnMountOrArgChange: true,
    refetchOnFocus: true,
  });
  const newest = data?.find(isUnfinished) ?? data?.find(isFinished);
  if (!newest || isClosed(newest)) return undefined;
  return newest.finishedAt === null || readAt - Date.parse(newest.finishedAt) < JUST_FINISHED_MS ? newest : undefined;
}
