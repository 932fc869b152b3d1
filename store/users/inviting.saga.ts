/** Inviting several people: an invitation for each, a few at a time, then their mails. Whatever fails can be tried again, and makes no doubles. */
import { type ClientProblem, isAnswerLost, problemCode } from '@api/client/clientProblem.ts';
import { identityChanged, sessionGivenUp } from '@api/client/sessionEvents.ts';
import { usersApi } from '@api/client/users.api.ts';
import { unsavedChangesAppeared, unsavedChangesGone } from '../session/unsavedChanges.slice.ts';
import { inviteApi } from '@api/client/invite.api.ts';
import { rolesApi } from '@api/client/roles.api.ts';
import type { Message } from '../notices/message.ts';
import { fork, put, race, type Saga, select, take } from '../saga/effects.ts';
import { guarded } from '../saga/keepAlive.ts';
import { type Call, request, type Result } from '../saga/request.ts';
import { runAsTask } from './bulk/runAsTask.ts';
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

/** Invitations under way at once. */
const CONCURRENT_CALLS = 3;
/** Mails asked for in one call; the server takes 500. */
const MAILS = 100;
/** Under this name the page holds work: it stays while somebody logs in again. */
const WORK = 'users/inviting';

// Held on to while it is asked: what each invitation makes stale would else be thrown away with the question still open.
const afresh = { forceRefetch: true } as const;
/** Apart, so that stopping ends whoever asked as well. */
const ask = <Reply>(call: Call<Reply>): Saga<Result<Reply>> => runAsTask(request(call, { problemsShownBy: 'caller' }));

/** What the server says of the one field that is at fault is clearer than what it says of all. */
function wordsFor(problem: ClientProblem): Message {
  switch (problem.kind) {
    case 'problem':
      return { text: Object.values(problem.body.fields ?? {})[0] ?? problem.body.message };
    case 'unreadable':
      return problem.text === undefined ? { phrase: 'common:error.unknown' } : { text: problem.text };
    case 'unsupportedProtocol':
      return { phrase: 'common:error.protocol' };
    default:
      return { phrase: `common:error.${problem.kind}` };
  }
}

const failed = (problem: ClientProblem): InviteOutcome => ({ kind: 'failed', why: wordsFor(problem) });

const gone: InviteOutcome = { kind: 'failed', why: { phrase: 'users:panel.missing' } };

const changed = (place: number, change: Partial<Invitee>) => put(inviteeChanged({ place, change }));

/** The address is known already: as an invitation, perhaps our own whose answer was lost, as a person, or out of sight. */
function* whoHas(place: number, email: string, unsure: boolean): Saga {
  const asking = usersApi.endpoints.searchUsers.initiate({ partialName: email }, afresh);
  const found = yield* ask(asking);
  if (!found.ok) return yield* changed(place, { outcome: failed(found.problem), unsure });
  const person = found.value.find((user) => user.email.toLowerCase() === email.toLowerCase());
  if (!person) yield* changed(place, { outcome: { kind: 'taken' } });
  else if (person.inviteState === null) yield* changed(place, { outcome: { kind: 'member', userName: person.userName } });
  else if (unsure) yield* changed(place, { userId: person.userId });
  else yield* changed(place, { outcome: { kind: 'invited', userId: person.userId } });
}

function* invite(place: number): Saga {
  const inviting = yield* select(selectInviting);
  const person = inviting.kind === 'running' ? inviting.people[place] : undefined;
  if (inviting.kind !== 'running' || !person) return;
  const { email, firstName, lastName, unsure = false } = person;
  const { message: _message, roles, ...rest } = inviting.invitation;
  // Until the answer is there: whoever stops before it comes knows no more than who never got it.
  yield* changed(place, { unsure: true });
  const made = yield* ask(createInvite.initiate({ body: { email, firstName, lastName, roles: [...roles], ...rest } }));
  if (made.ok) yield* changed(place, { userId: made.value.userId });
  else if (problemCode(made.problem) === 'EmailTaken') yield* whoHas(place, email, unsure);
  else yield* changed(place, { outcome: failed(made.problem), unsure: unsure || isAnswerLost(made.problem) });
}

/** Corrects what was changed of somebody invited before. Each step is the same done twice. */
function* correct(place: number, userId: string, { details, roles }: Corrections): Saga {
  const wrong = (problem: ClientProblem) => changed(place, { outcome: failed(problem) });
  // By their id, as a corrected address is also their new name.
  const asking = usersApi.endpoints.searchUsers.initiate({ partialName: userId }, afresh);
  const found = yield* ask(asking);
  if (!found.ok) return yield* wrong(found.problem);
  const userName = found.value.find((user) => user.userId === userId)?.userName;
  if (userName === undefined) return yield* changed(place, { outcome: gone });
  if (roles) {
    const set = yield* ask(setRolesOfUser.initiate({ userName, body: { roles: [...roles] } }));
    if (!set.ok) return yield* wrong(set.problem);
  }
  if (Object.keys(details).length > 0) {
    const now = yield* ask(usersApi.endpoints.fetchUser.initiate({ userName }, afresh));
    if (!now.ok) return yield* wrong(now.problem);
    const body = { version: now.value.version, ...details };
    const patched = yield* ask(usersApi.endpoints.patchUser.initiate({ userName, body }));
    if (!patched.ok) return yield* wrong(patched.problem);
  }
  return undefined;
}

function* worker(queue: number[]): Saga {
  for (let place = queue.shift(); place !== undefined; place = queue.shift()) yield* invite(place);
}

function* inviteAll(): Saga {
  const inviting = yield* select(selectInviting);
  if (inviting.kind !== 'running') return;
  for (const [place, { outcome, userId, corrections }] of inviting.people.entries())
    if (outcome === null && userId !== undefined && corrections) yield* correct(place, userId, corrections);
  const queue = inviting.people.flatMap(({ outcome, userId }, place) =>
    outcome === null && userId === undefined ? [place] : [],
  );
  for (let at = 0; at < CONCURRENT_CALLS; at += 1) yield* fork(worker, queue);
}

function* mailAll(): Saga {
  const inviting = yield* select(selectInviting);
  if (inviting.kind !== 'running') return;
  const { message } = inviting.invitation;
  const places = new Map<string, number>();
  for (const [place, { outcome, userId }] of inviting.people.entries())
    if (outcome === null && userId !== undefined) places.set(userId, place);
  const all = [...places.keys()];
  for (let from = 0; from < all.length; from += MAILS) {
    const userIds = all.slice(from, from + MAILS);
    const result = yield* ask(sendInvites.initiate({ body: { userIds, ...(message !== undefined && { message }) } }));
    const why = new Map(result.ok ? result.value.failed.map((one) => [one.userId, one.message]) : []);
    for (const userId of userIds) {
      const text = why.get(userId);
      const outcome: InviteOutcome = !result.ok
        ? failed(result.problem)
        : text === undefined
          ? { kind: 'sent' }
          : { kind: 'failed', why: { text } };
      yield* changed(places.get(userId) ?? 0, { outcome });
    }
  }
}

function* work(): Saga {
  yield* put(unsavedChangesAppeared(WORK));
  try {
    // In a race of one, which ends when all its forks have.
    yield* race({ invited: inviteAll() });
    yield* mailAll();
  } finally {
    yield* put(invitingFinished());
    yield* put(unsavedChangesGone(WORK));
  }
}

const isStart = (action: unknown): action is ReturnType<typeof invitingRequested | typeof invitingRetried> =>
  invitingRequested.match(action) || invitingRetried.match(action);

const isOver = (action: unknown): action is ReturnType<typeof sessionGivenUp> =>
  sessionGivenUp.match(action) || (identityChanged.match(action) && action.payload.by !== 'logIn');

function* untilOver(): Saga {
  yield* race({ work: work(), over: take(isOver), stopped: take(invitingStopped.match) });
}

export function* invitingSaga(): Saga {
  for (;;) {
    yield* take(isStart);
    const { kind } = yield* select(selectInviting);
    if (kind === 'running') yield* guarded('users/inviting', untilOver);
  }
}
