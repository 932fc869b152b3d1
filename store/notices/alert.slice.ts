/**
 * The server-error alert of the shell: set when a request fails, cleared when a later one succeeds or when it is closed. Requests
 * whose problem is shown in place (`problemsShownBy: 'caller'`) are skipped, and so are 401 and the identity confirmation, which
 * have their own dialogs.
 */
import { createSlice, isAnyOf, type PayloadAction } from '@reduxjs/toolkit';
import { type ClientProblem, isClientProblem } from '@api/client/clientProblem.ts';
import { isAnswerLost } from '@api/client/problemMeaning.ts';
import { callFailed, callSucceeded, identityChanged, sessionAbandoned } from '@api/client/sessionEvents.ts';
import type { Message } from './message.ts';
import { needsMessage, problemMessage } from './problemMessage.ts';

interface Alert {
  readonly message: Message | null;
  /** When it was set, by this browser's clock, in milliseconds. */
  readonly since: number;
  /** A later request succeeded too soon to read it: `alert.saga.ts` clears it. */
  readonly recovered: boolean;
  /** Request ids of pending requests that neither set nor clear it. */
  readonly leftToCaller: readonly string[];
}

interface CallAction {
  readonly type: string;
  readonly payload?: unknown;
  readonly error?: { readonly name?: string; readonly code?: string };
  readonly meta: {
    readonly requestId: string;
    readonly arg?: { readonly originalArgs?: unknown };
    readonly startedTimeStamp?: number;
    readonly aborted?: boolean;
    readonly condition?: boolean;
    readonly baseQueryMeta?: { readonly problemsShownBy?: 'caller'; readonly endedAt?: number };
  };
}

/** A request that starts this soon after a failure is an automatic refetch; its success must not hide an unread message. */
const REACTION_MS = 100;

const isCall =
  (stage: 'fulfilled' | 'rejected') =>
  (action: { readonly type: string }): action is CallAction =>
    action.type === `api/executeQuery/${stage}` || action.type === `api/executeMutation/${stage}`;

const messageOf = (problem: ClientProblem): Message | null => (needsMessage(problem) ? problemMessage(problem) : null);

const forgetRequest = (alert: Alert, id: string): Alert =>
  alert.leftToCaller.includes(id) ? { ...alert, leftToCaller: alert.leftToCaller.filter((other) => other !== id) } : alert;

function afterSuccess(alert: Alert, id: string, startedAt: number): Alert {
  if (!alert.message || startedAt < alert.since || alert.leftToCaller.includes(id)) return forgetRequest(alert, id);
  return startedAt > alert.since + REACTION_MS ? { ...alert, message: null } : { ...alert, recovered: true };
}

const afterFailure = (alert: Alert, id: string, message: Message | null, since: number): Alert =>
  message && !alert.leftToCaller.includes(id) ? { ...alert, message, since, recovered: false } : forgetRequest(alert, id);

/** A request that could not be built is a bug of the page. */
function messageOfBug({ name, code = '' }: NonNullable<CallAction['error']>): Message {
  if (name !== 'RequiredParameterError') return { phrase: 'common:error.unknown' };
  const [operation = '', parameter = ''] = code.split(' ');
  return { phrase: 'common:error.requiredParameter', values: { parameter, operation } };
}

/** A call with a key can be repeated: its caller reports the missing answer and offers to repeat it. */
const isRepeated = (originalArgs: unknown): boolean =>
  typeof originalArgs === 'object' && originalArgs !== null && 'idempotencyKey' in originalArgs;

function messageOfRejected({ payload, error, meta }: CallAction): Message | null {
  if (meta.aborted || meta.baseQueryMeta?.problemsShownBy) return null;
  if (isClientProblem(payload) && isAnswerLost(payload) && isRepeated(meta.arg?.originalArgs)) return null;
  return isClientProblem(payload) ? messageOf(payload) : messageOfBug(error ?? {});
}

const noAlert: Alert = { message: null, since: 0, recovered: false, leftToCaller: [] };

export const isSuccess = isAnyOf(callSucceeded, isCall('fulfilled'));

const alertSlice = createSlice({
  name: 'alert',
  initialState: noAlert,
  reducers: {
    alertClosed: (alert) => ({ ...alert, message: null }),
    /** The alert set at `payload` has been visible long enough. */
    alertRead: (alert, { payload }: PayloadAction<number>) =>
      alert.recovered && alert.since === payload ? { ...alert, message: null } : alert,
    /**
     * The payload is the id of one request whose problem its caller shows, although those of its endpoint are otherwise shown here.
     */
    problemLeftToCaller: (alert, { payload }: PayloadAction<string>) => ({
      ...alert,
      leftToCaller: [...alert.leftToCaller, payload],
    }),
  },
  extraReducers: (build) => {
    build
      .addCase(callSucceeded, (alert, { payload }) => afterSuccess(alert, payload.requestId, payload.startedAt))
      .addCase(callFailed, (alert, { payload }) =>
        afterFailure(alert, payload.requestId, messageOf(payload.problem), payload.endedAt),
      )
      .addCase(sessionAbandoned, (alert) => ({ ...alert, message: null }))
      .addCase(identityChanged, (alert) => ({ ...alert, message: null }))
      .addMatcher(isCall('fulfilled'), (alert, { meta }) => afterSuccess(alert, meta.requestId, meta.startedTimeStamp ?? 0))
      .addMatcher(isCall('rejected'), (alert, action) => {
        const { requestId, condition, baseQueryMeta } = action.meta;
        return condition
          ? alert
          : afterFailure(alert, requestId, messageOfRejected(action), baseQueryMeta?.endedAt ?? alert.since);
      });
  },
  selectors: {
    selectAlert: (alert) => alert.message,
    /** Since when the alert to be cleared is shown, in milliseconds; null if there is none. */
    selectRecoveredAlert: (alert): number | null => (alert.message && alert.recovered ? alert.since : null),
  },
});

export const { alertClosed, alertRead, problemLeftToCaller } = alertSlice.actions;
export const { selectAlert, selectRecoveredAlert } = alertSlice.selectors;
export { alertSlice };
