/**
 * Operations on many users, which the server carries out (long-running operations, as in Google's AIP-151). One runs with the caller's
 * session, so no API key can get a claim for it: programs use the single calls, or `Users.Sync`.
 */
import { z } from 'zod';
import { callsOf, operations } from './endpoint.ts';
import { operationKinds } from './actions.ts';
import { problemStatus, type ProblemCode } from './problem.ts';
import { count, id, time } from './shape.ts';
import { UserSummary } from './users.shapes.ts';

/** Maximum number of users of one operation. */
export const MAX_OPERATION_USERS = 10_000;

export const operationStates = [
  'awaitingApproval',
  'running',
  'paused',
  'done',
  'cancelled',
  'refused',
  'withdrawn',
  'expired',
] as const;
export type OperationState = (typeof operationStates)[number];

/** `skipped`: the operation was cancelled before the server came to this user. */
export const targetOutcomes = ['done', 'failed', 'skipped'] as const;
export type TargetOutcome = (typeof targetOutcomes)[number];

const problemCode = z.enum(Object.keys(problemStatus) as [ProblemCode, ...ProblemCode[]]);

export const LongRunningOperation = z.object({
  operationId: id,
  kind: z.enum(operationKinds),
  state: z.enum(operationStates),
  /** Why the server has paused or cancelled it; `SessionRequired`: the session in which it was started has ended. */
  problem: problemCode.nullable(),
  reason: z.string(),
  requestedAt: time,
  /** The operation is cancelled at this time unless it has finished. */
  expiresAt: time,
  finishedAt: time.nullable(),
  /** The operation that this one undoes. */
  undoes: id.nullable(),
  /** Counts of the operation's users; those without an outcome are the rest of `total`. */
  counts: z.object({ total: count, done: count, failed: count, skipped: count }),
});
export type LongRunningOperation = z.infer<typeof LongRunningOperation>;

const OperationTarget = z.object({
  user: UserSummary,
  /** Null: the server has not come to this user yet. */
  outcome: z.enum(targetOutcomes).nullable(),
  /** Why it failed. */
  problem: problemCode.nullable(),
  /** The problem's message in the caller's language. */
  message: z.string().nullable(),
});
export type OperationTarget = z.infer<typeof OperationTarget>;

const params = z.strictObject({ operationId: id });
const reason = z.strictObject({ reason: z.string().max(500).optional() });

export const operationsOperations = operations({
  'Operations.Start': {
    method: 'POST',
    path: '/Operations',
    who: 'subscriberAdmin',
    ownCredentials: 'read',
    stepUp: 'likeSingleCall',
    idempotencyKey: true,
    effects: ['endsAccess', 'takesOverAccount', 'givesAdministration', 'takesAdministration'],
    summary: 'Do the same to many users',
    description:
      'The server changes a few users at a time, administrators first and then by name, each in a transaction of its own with its event, and goes on without the page. After a crash it continues, and no user is changed twice. Users who are unknown to the caller, whom the caller may not change, or with whom there is nothing to do, are left out: `counts.total` says how many there are. It runs as long as the session lasts in which it was started or resumed, and is paused when that session ends. Where another administrator has to approve any of it, the whole waits (`awaitingApproval`); once approved it runs without the session, and an account that has changed since (organisation, roles, address, disabled) fails with `TargetChanged`. It is cancelled 24 hours after it was started or approved.',
    query: reason,
    body: z.strictObject({
      kind: z.enum(operationKinds),
      /** Which role is given or taken. */
      roleName: z.string().max(100).optional(),
      /** Where the users are moved. */
      organisationPublicId: id.optional(),
      userIds: z.array(id).min(1).max(MAX_OPERATION_USERS),
    }),
    reply: LongRunningOperation,
    problems: ['Invalid', 'ReasonRequired', 'Impersonating', 'Conflict'],
  },
  'Operations.List': {
    method: 'GET',
    path: '/Operations',
    who: 'subscriberAdmin',
    ownCredentials: 'read',
    summary: 'The caller’s operations of the last 7 days, newest first',
    reply: z.array(LongRunningOperation),
  },
  'Operations.Get': {
    method: 'GET',
    path: '/Operations/{operationId}',
    who: 'subscriberAdmin',
    ownCredentials: 'read',
    summary: 'One operation of the caller’s, or one that the caller may approve',
    params,
    reply: LongRunningOperation,
  },
  'Operations.Targets': {
    method: 'GET',
    path: '/Operations/{operationId}/Targets',
    who: 'subscriberAdmin',
    ownCredentials: 'read',
    summary: 'The users of an operation, with what became of it for each',
    description:
      'In the order in which they are done; those who are out of the caller’s reach by now are left out. In pages: `next` is the `after` of the next one, null on the last.',
    params,
    query: z.strictObject({ after: count.optional(), outcome: z.enum(targetOutcomes).optional() }),
    reply: z.object({ targets: z.array(OperationTarget), next: count.nullable() }),
    problems: ['PersonalDataLimit'],
  },
  'Operations.Pause': {
    method: 'POST',
    path: '/Operations/{operationId}/Pause',
    who: 'subscriberAdmin',
    ownCredentials: 'read',
    withoutStepUp: 'noCredential',
    effects: [],
    summary: 'Pause a running operation; open transactions end first',
    params,
    reply: LongRunningOperation,
    problems: ['Conflict'],
  },
  'Operations.Resume': {
    method: 'POST',
    path: '/Operations/{operationId}/Resume',
    who: 'subscriberAdmin',
    ownCredentials: 'read',
    stepUp: 'likeSingleCall',
    effects: ['endsAccess', 'takesOverAccount', 'givesAdministration', 'takesAdministration'],
    summary: 'Go on with a paused operation, from now on with this session',
    params,
    reply: LongRunningOperation,
    problems: ['Conflict'],
  },
  'Operations.Cancel': {
    method: 'POST',
    path: '/Operations/{operationId}/Cancel',
    who: 'subscriberAdmin',
    ownCredentials: 'read',
    withoutStepUp: 'noCredential',
    effects: [],
    summary: 'Cancel an operation: the users who are left are skipped',
    description: 'Also withdraws a request for approval.',
    params,
    reply: LongRunningOperation,
    problems: ['Conflict'],
  },
  'Operations.Retry': {
    method: 'POST',
    path: '/Operations/{operationId}/Retry',
    who: 'subscriberAdmin',
    ownCredentials: 'read',
    stepUp: 'likeSingleCall',
    effects: ['endsAccess', 'takesOverAccount', 'givesAdministration', 'takesAdministration'],
    summary: 'Try again the users for whom a finished operation failed',
    params,
    query: reason,
    reply: LongRunningOperation,
    problems: ['ReasonRequired', 'Impersonating', 'Conflict'],
  },
  'Operations.Undo': {
    method: 'POST',
    path: '/Operations/{operationId}/Undo',
    who: 'subscriberAdmin',
    ownCredentials: 'read',
    withoutStepUp: 'access',
    idempotencyKey: true,
    effects: ['endsAccess', 'takesOverAccount', 'givesAdministration', 'takesAdministration'],
    summary: 'Do the opposite to the users whom a finished operation has enabled or disabled',
    params,
    query: reason,
    reply: LongRunningOperation,
    problems: ['ReasonRequired', 'Impersonating', 'Conflict'],
  },
});

export const operationsCalls = callsOf(operationsOperations);
