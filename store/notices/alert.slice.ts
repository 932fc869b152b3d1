/**
 * The server-error alert of the shell: set when a call fails, cleared when a later call succeeds or when it is closed.
 * A message is said once: calls whose problem is shown in place (`problemsShownBy: 'caller'`) stay out of it, and so do 401 and
 * the wish for proof of identity, which have their own dialogs. Calls that ran already when the alert came up do not clear it.
 */
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { type ClientProblem, isClientProblem, problemCode } from '@api/client/clientProblem.ts';
import { callFailed, callStarted, callSucceeded, identityChanged, sessionGivenUp } from '@api/client/facts.ts';
import type { Message } from './message.ts';

interface Alert {
  readonly message: Message | null;
  /** Request ids of the calls under way. */
  readonly running: readonly string[];
  /** Those of them that began before the alert. */
  readonly before: readonly string[];
  readonly leftToCaller: readonly string[];
}

interface CallAction {
  readonly type: string;
  readonly payload?: unknown;
  readonly meta: {
    readonly requestId: string;
    readonly aborted?: boolean;
    readonly condition?: boolean;
    readonly baseQueryMeta?: { readonly problemsShownBy?: 'caller' };
  };
}

const isCall =
  (stage: 'pending' | 'fulfilled' | 'rejected') =>
  (action: { readonly type: string }): action is CallAction =>
    action.type === `api/executeQuery/${stage}` || action.type === `api/executeMutation/${stage}`;

/** SPEC.md point 8: the message of an object, a text as it is, else the unknown error; nothing for what needs no words here. */
export function messageOf(problem: ClientProblem): Message | null {
  switch (problem.kind) {
    case 'problem':
      return problem.status === 401 || problemCode(problem) === 'ConfirmIdentity' ? null : { text: problem.body.message };
    case 'unreadable':
      return problem.text === undefined ? { phrase: 'common:error.unknown' } : { text: problem.text };
    case 'network':
      return { phrase: 'common:error.network' };
    case 'timeout':
      return { phrase: 'common:error.timeout' };
    case 'unsupportedProtocol':
      return { phrase: 'common:error.protocol' };
    case 'aborted':
      return null;
  }
}

const without = (ids: readonly string[], id: string): readonly string[] =>
  ids.includes(id) ? ids.filter((other) => other !== id) : ids;

const started = (alert: Alert, id: string): Alert => ({ ...alert, running: [...alert.running, id] });

const ended = (alert: Alert, id: string): Alert => ({
  ...alert,
  running: without(alert.running, id),
  before: without(alert.before, id),
  leftToCaller: without(alert.leftToCaller, id),
});

const succeeded = (alert: Alert, id: string): Alert => ({
  ...ended(alert, id),
  message: alert.before.includes(id) ? alert.message : null,
});

function failed(alert: Alert, id: string, message: Message | null): Alert {
  const rest = ended(alert, id);
  return message && !alert.leftToCaller.includes(id) ? { ...rest, message, before: rest.running } : rest;
}

function messageOfRejected({ payload, meta }: CallAction): Message | null {
  if (meta.aborted || meta.baseQueryMeta?.problemsShownBy) return null;
  return isClientProblem(payload) ? messageOf(payload) : { phrase: 'common:error.unknown' };
}

const silent: Alert = { message: null, running: [], before: [], leftToCaller: [] };

const alertSlice = createSlice({
  name: 'alert',
  initialState: silent,
  reducers: {
    alertClosed: (alert) => ({ ...alert, message: null }),
    /** By request id, for a single call of an endpoint that otherwise reports here. */
    problemLeftToCaller: (alert, { payload }: PayloadAction<string>) => ({
      ...alert,
      leftToCaller: [...alert.leftToCaller, payload],
    }),
  },
  extraReducers: (build) => {
    build
      .addCase(callStarted, (alert, { payload }) => started(alert, payload.requestId))
      .addCase(callSucceeded, (alert, { payload }) => succeeded(alert, payload.requestId))
      .addCase(callFailed, (alert, { payload }) => failed(alert, payload.requestId, messageOf(payload.problem)))
      .addCase(sessionGivenUp, (alert) => ({ ...alert, message: null }))
      .addCase(identityChanged, (alert) => ({ ...alert, message: null }))
      .addMatcher(isCall('pending'), (alert, { meta }) => started(alert, meta.requestId))
      .addMatcher(isCall('fulfilled'), (alert, { meta }) => succeeded(alert, meta.requestId))
      .addMatcher(isCall('rejected'), (alert, action) =>
        action.meta.condition ? alert : failed(alert, action.meta.requestId, messageOfRejected(action)),
      );
  },
  selectors: { selectAlert: (alert) => alert.message },
});

export const { alertClosed, problemLeftToCaller } = alertSlice.actions;
export const { selectAlert } = alertSlice.selectors;
export { alertSlice };
