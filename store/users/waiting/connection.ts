/** Whether the browser is connected, as RTK Query's listeners know it, and how a saga waits for it. */
import { baseApi } from '@api/client/baseApi.ts';
import { isSuccess } from '../../notices/alert.slice.ts';
import { delay, race, type Saga, select, take } from '../../saga/effects.ts';
import { waitingRetryRequested } from './waiting.slice.ts';

const FIRST_RETRY_MS = 1000;
const MAX_RETRY_MS = 60_000;

export const isOnline = ({ api }: { readonly api: { readonly config: { readonly online: boolean } } }): boolean =>
  api.config.online;

const { onOnline } = baseApi.internalActions;

/**
 * Returns when sending is worth another attempt: the browser is online again, another request was answered, or the user asks for it.
 * A browser can be online without reaching the server, so time passes too. @param failures attempts without a response so far
 */
export function* untilConnected(failures: number): Saga {
  if (!(yield* select(isOnline))) {
    yield* race({ online: take(onOnline.match), asked: take(waitingRetryRequested.match) });
    return;
  }
  if (failures === 0) return;
  yield* race({
    online: take(onOnline.match),
    answered: take(isSuccess),
    asked: take(waitingRetryRequested.match),
    time: delay(Math.min(FIRST_RETRY_MS * 2 ** (failures - 1), MAX_RETRY_MS)),
  });
}
