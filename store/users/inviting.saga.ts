/** Invites several users: creates the invitations, a few at a time, then sends the mails. Retries make no duplicates. */
import { type ClientProblem, problemCode } from '@api/client/clientProblem.ts';
import { isOutcomeUnknown } from '@api/client/problemMeaning.ts';
import { identityChanged, sessionAbandoned } from '@api/client/sessionEvents.ts';
import { usersApi } from '@api/client/users.api.ts';
import { unsavedChangesAppeared, unsavedChangesGone } from '../session/unsavedChanges.slice.ts';
import { inviteApi } from '@api/client/invite.api.ts';
import { rolesApi } from '@api/client/roles.api.ts';
import type { Message } from '../notices/message.ts';
import { problemMessage } from '../notices/problemMessage.ts';
import { fork, put, race, type Saga, select, take } from '../saga/effects.ts';
import { guarded } from '../saga/keepAlive.ts';
import { type Call, request, type Result } from '../saga/request.ts';
import {
  type Corrections,
  inviteeChanged,
  type Invitee,
  type InviteOutcome,
  invitingFinished,
  invitingRequested,
  invitingRetried,
  invitingStopped,
  selectInviting,
} from './inviting.slice.ts';

const { createInvite, sendInvites } = inviteApi.endpoints;
const { setRolesOfUser } = rolesApi.endpoints;

const CONCURRENT_CALLS = 3;
/** User ids in one request; the server accepts 500. */
const MAILS_PER_REQUEST = 100;
/** Id in `unsavedChanges`: keeps the page while the user logs in again. */
const UNSAVED_CHANGES_ID = 'users/inviting';

// Subscribed: each created invitation invalidates the queries, which would drop an unsubscribed one in flight.
const refetch = { forceRefetch: true } as const;
const runRequest = <Reply>(call: Call<Reply>): Saga<Result<Reply>> => request(call, { problemsShownBy: 'caller' });

/** The message of the first wrong field is clearer than the general one. */
function messageOf(problem: ClientProblem): Message {
  const [text] = problem.kind === 'problem' ? Object.values(problem.body.fields ?? {}) : [];
  return text === undefined ? problemMessage(problem) : { text };
}

const failed = (problem: ClientProblem): InviteOutcome => ({ kind: 'failed', why: messageOf(problem) });

const missingUser: InviteOutcome = { kind: 'failed', why: { phrase: 'users:panel.missing' } };

const updateInvitee = (index: number, change: Partial<Invitee>) => put(inviteeChanged({ place: index, change }));

/**
 * Finds out who has the address that is taken: a user, an invited one, or one outside the administrator's scope, whom no search finds. The
 * invitation is ours if its response was lost.
 */
function* resolveTakenEmail(index: number, email: string, mayBeInvited: boolean): Saga {
  const lookup = usersApi.endpoints.searchUsers.initiate({ partialName: email }, refetch);
  const search = yield* runRequest(lookup);
  if (!search.ok) return yield* updateInvitee(index, { outcome: failed(search.problem), mayBeInvited });
  const person = search.value.find((user) => user.email.toLowerCase() === email.toLowerCase());
  if (!person) yield* updateInvitee(index, { outcome: { kind: 'taken' } });
  else if (person.inviteState === null) yield* updateInvitee(index, { outcome: { kind: 'member', userName: person.userName } });
  else if (mayBeInvited) yield* updateInvitee(index, { userId: person.userId });
  else yield* updateInvitee(index, { outcome: { kind: 'invited', userId: person.userId } });
}

function* invite(index: number): Saga {
  const inviting = yield* select(selectInviting);
  const person = inviting.kind === 'running' ? inviting.people[index] : undefined;
  if (inviting.kind !== 'running' || !person) return;
  const { email, firstName, lastName, mayBeInvited = false } = person;
  const { message: _message, roles, ...rest } = inviting.invitation;
  // Set until the response arrives: stopping before that is the same as a lost response.
  yield* updateInvitee(index, { mayBeInvited: true });
  const body = { email, firstName, lastName, roles: [...roles], ...rest };
  const creation = yield* request(createInvite.initiate({ body }));
  if (creation.ok) yield* updateInvitee(index, { userId: creation.value.userId });
  else if (problemCode(creation.problem) === 'EmailTaken') yield* resolveTakenEmail(index, email, mayBeInvited);
  else
    yield* updateInvitee(index, {
      outcome: failed(creation.problem),
      mayBeInvited: mayBeInvited || isOutcomeUnknown(creation.problem),
    });
}

/** Applies changes to a user invited before. Each step is idempotent. */
function* applyCorrections(index: number, userId: string, { details, roles }: Corrections): Saga {
  const fail = (problem: ClientProblem) => updateInvitee(index, { outcome: failed(problem) });
  // Looks the user up by id, as a changed address is also the new user name.
  const lookup = usersApi.endpoints.searchUsers.initiate({ partialName: userId }, refetch);
  const search = yield* runRequest(lookup);
  if (!search.ok) return yield* fail(search.problem);
  const userName = search.value.find((user) => user.userId === userId)?.userName;
  if (userName === undefined) return yield* updateInvitee(index, { outcome: missingUser });
  if (roles) {
    const body = { roles: [...roles] };
    const rolesSet = yield* request(setRolesOfUser.initiate({ userName, body }));
    if (!rolesSet.ok) return yield* fail(rolesSet.problem);
  }
  if (Object.keys(details).length > 0) {
    const current = yield* runRequest(usersApi.endpoints.fetchUser.initiate({ userName }, refetch));
    if (!current.ok) return yield* fail(current.problem);
    const body = { version: current.value.version, ...details };
    const patched = yield* request(usersApi.endpoints.patchUser.initiate({ userName, body }));
    if (!patched.ok) return yield* fail(patched.problem);
  }
  return undefined;
}

function* inviteQueued(queue: number[]): Saga {
  for (let index = queue.shift(); index !== undefined; index = queue.shift()) yield* invite(index);
}

function* inviteAll(): Saga {
  const inviting = yield* select(selectInviting);
  if (inviting.kind !== 'running') return;
  for (const [index, { outcome, userId, corrections }] of inviting.people.entries())
    if (outcome === null && userId !== undefined && corrections) yield* applyCorrections(index, userId, corrections);
  const queue = inviting.people.flatMap(({ outcome, userId }, index) =>
    outcome === null && userId === undefined ? [index] : [],
  );
  for (let at = 0; at < CONCURRENT_CALLS; at += 1) yield* fork(inviteQueued, queue);
}

function* mailAll(): Saga {
  const inviting = yield* select(selectInviting);
  if (inviting.kind !== 'running') return;
  const { message } = inviting.invitation;
  const indexByUserId = new Map<string, number>();
  for (const [index, { outcome, userId }] of inviting.people.entries())
    if (outcome === null && userId !== undefined) indexByUserId.set(userId, index);
  const all = [...indexByUserId.keys()];
  for (let offset = 0; offset < all.length; offset += MAILS_PER_REQUEST) {
    const userIds = all.slice(offset, offset + MAILS_PER_REQUEST);
    const result = yield* runRequest(sendInvites.initiate({ body: { userIds, ...(message !== undefined && { message }) } }));
    const failures = new Map(result.ok ? result.value.failed.map((failure) => [failure.userId, failure.message]) : []);
    for (const userId of userIds) {
      const text = failures.get(userId);
      const outcome: InviteOutcome = !result.ok
        ? failed(result.problem)
        : text === undefined
          ? { kind: 'sent' }
          : { kind: 'failed', why: { text } };
      yield* updateInvitee(indexByUserId.get(userId) ?? 0, { outcome });
    }
  }
}

function* inviteAndMail(): Saga {
  yield* put(unsavedChangesAppeared(UNSAVED_CHANGES_ID));
  try {
    // `race` waits for the attached forks.
    yield* race({ invited: inviteAll() });
    yield* mailAll();
  } finally {
    yield* put(invitingFinished());
    yield* put(unsavedChangesGone(UNSAVED_CHANGES_ID));
  }
}

const isStart = (action: unknown): action is ReturnType<typeof invitingRequested | typeof invitingRetried> =>
  invitingRequested.match(action) || invitingRetried.match(action);

const isSessionOver = (action: unknown): action is ReturnType<typeof sessionAbandoned> =>
  sessionAbandoned.match(action) || (identityChanged.match(action) && action.payload.by !== 'logIn');

function* runUntilSessionOver(): Saga {
  yield* race({ finished: inviteAndMail(), sessionOver: take(isSessionOver), stopped: take(invitingStopped.match) });
}

export function* invitingSaga(): Saga {
  for (;;) {
    yield* take(isStart);
    const { kind } = yield* select(selectInviting);
    if (kind === 'running') yield* guarded('users/inviting', runUntilSessionOver);
  }
}
