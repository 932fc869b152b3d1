/**
 * Calls of operations on many users, which the server carries out; without shapes. An operation runs with the caller's session, so no
 * API key can get a claim for it: programs use the single calls, or `Users.Sync`.
 */
import type { Call } from './call.ts';

/** Maximum number of users of one operation. */
export const MAX_OPERATION_USERS = 10_000;

export const operationsCalls = {
  'Operations.Start': {
    method: 'POST',
    path: '/Operations',
    who: 'subscriberAdmin',
    ownCredentials: 'read',
    stepUp: 'likeSingleCall',
    body: 'json',
    idempotencyKey: true,
    query: ['reason'],
  },
  'Operations.List': { method: 'GET', path: '/Operations', who: 'subscriberAdmin', ownCredentials: 'read' },
  'Operations.Get': { method: 'GET', path: '/Operations/{operationId}', who: 'subscriberAdmin', ownCredentials: 'read' },
  'Operations.Targets': {
    method: 'GET',
    path: '/Operations/{operationId}/Targets',
    who: 'subscriberAdmin',
    ownCredentials: 'read',
    query: ['after', 'outcome'],
  },
  'Operations.Pause': {
    method: 'POST',
    path: '/Operations/{operationId}/Pause',
    who: 'subscriberAdmin',
    ownCredentials: 'read',
    withoutStepUp: 'noCredential',
  },
  'Operations.Resume': {
    method: 'POST',
    path: '/Operations/{operationId}/Resume',
    who: 'subscriberAdmin',
    ownCredentials: 'read',
    stepUp: 'likeSingleCall',
  },
  'Operations.Cancel': {
    method: 'POST',
    path: '/Operations/{operationId}/Cancel',
    who: 'subscriberAdmin',
    ownCredentials: 'read',
    withoutStepUp: 'noCredential',
  },
  'Operations.Retry': {
    method: 'POST',
    path: '/Operations/{operationId}/Retry',
    who: 'subscriberAdmin',
    ownCredentials: 'read',
    stepUp: 'likeSingleCall',
    query: ['reason'],
  },
  'Operations.Undo': {
    method: 'POST',
    path: '/Operations/{operationId}/Undo',
    who: 'subscriberAdmin',
    ownCredentials: 'read',
    withoutStepUp: 'access',
    idempotencyKey: true,
    query: ['reason'],
  },
} as const satisfies Record<string, Call>;
