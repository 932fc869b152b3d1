/**
 * An operation on many users: read the selected ones → preview → started on the server, which carries it out → followed until it is
 * closed. The server goes on without this page; the list finds it again.
 */
import { isAnyOf } from '@reduxjs/toolkit';
import type { ClientProblem } from '@api/client/clientProblem.ts';
import { operationsApi } from '@api/client/bulk.api.ts';
import { isOutcomeUnknown } from '@api/client/problemMeaning.ts';
import { callFailed, identityChanged, sessionAbandoned } from '@api/client/sessionEvents.ts';
import { MAX_OPERATION_USERS } from '@api/contract/bulk.ts';
import type { Person } from '@api/contract/person.ts';
import { personOf } from '@api/contract/users.policyInput.ts';
import type { UserSummary } from '@api/contract/users.shapes.ts';
import { newOnce } from '../../saga/act.ts';
import { put, race, type Saga, select, take } from '../../saga/effects.ts';
import { guarded } from '../../saga/keepAlive.ts';
import { request } from '../../saga/request.ts';
import { notDone } from '../../session/notDone.saga.ts';
import { selectSelf } from '../../session/session.slice.ts';
import {
  bulkArgumentChosen,
  bulkCancelled,
  bulkClosed,
  bulkConfirmed,
  bulkExported,
  bulkOfListRequested,
  bulkPrepared,
  bulkReading,
  bulkRequested,
  type BulkOfList,
  type Followed,
  isUnfinished,
  type LeftOut,
  operationFound,
  resultOpened,
  selectBulk,
} from './bulk.slice.ts';
import { type Found, findPeople, selectList } from './bulkPeople.saga.ts';
import { type BulkAction, exclusionReason, isChosen } from './bulkRules.ts';
import { followOperation, type Other, sayFinished, sayIfAsked } from './followOperation.saga.ts';
import { selectSelection } from './selection.slice.ts';

const { startOperation } = operationsApi.endpoints;

const idsOf = (people: readonly UserSummary[]) => people.map(({ userId }) => userId);

const isSessionOver = (action: unknown): action is ReturnType<typeof sessionAbandoned> =>
  sessionAbandoned.match(action) || (identityChanged.match(action) && action.payload.by !== 'logIn');

function* readUsers() {
  const selection = yield* select(selectSelection);
  const total = selection.ids.length;
  const { found } = yield* race({
    found: findPeople(selection, (read) => put(bulkReading({ read, total }))),
    cancelled: take(bulkCancelled.match),
  });
  return found ?? null;
}

/** Users of the operation, and those who are left out with the reason; none before the argument is chosen. */
const split = (action: BulkAction, actor: Person, found: Found, now: number) => {
  const people: UserSummary[] = [];
  const leftOut: LeftOut[] = found.gone.map((userId) => ({ userId, why: 'gone' }));
  for (const user of isChosen(action) ? found.people : []) {
    const why = exclusionReason(action, actor, user, now) ?? (people.length < MAX_OPERATION_USERS ? null : 'tooMany');
    if (why === null) people.push(user);
    else leftOut.push({ userId: user.userId, user, why });
  }
  return { action, people, leftOut };
};

/**
 * Shows the preview until the operation was started. @param isConfirmed shows it only if that fails @returns null if it was declined or
 * refused, or waits for another administrator
 */
function* start(asked: BulkAction, isConfirmed = false): Saga<Followed | null> {
  const self = yield* select(selectSelf);
  const found = yield* readUsers();
  if (!self || !found) return null;
  const actor = personOf(self);
  let preview = split(asked, actor, found, Date.now());
  let once = yield* newOnce();
  let problem: ClientProblem | undefined;
  for (let confirmed = isConfirmed && preview.people.length > 0; ; confirmed = false) {
    yield* put(bulkPrepared({ ...preview, confirmed, problem }));
    const { no, chosen } = confirmed
      ? {}
      : yield* race({
          yes: take(bulkConfirmed.match),
          no: take(bulkCancelled.match),
          chosen: take(bulkArgumentChosen.match),
        });
    if (chosen) {
      preview = split({ kind: asked.kind, ...chosen.payload }, actor, found, Date.now());
      once = yield* newOnce();
      problem = undefined;
      continue;
    }
    if (no || preview.people.length === 0) return null;
    const started = yield* request(
      startOperation.initiate({ body: { ...preview.action, userIds: idsOf(preview.people) }, ...once }),
      { problemsShownBy: 'caller' },
    );
    if (started.ok) return (yield* sayIfAsked(started.value)) ? null : { operation: started.value, leftOut: preview.leftOut };
    problem = started.problem;
    // The preview stays, with the problem: confirmed again, the server starts it once.
    if (isOutcomeUnknown(problem)) continue;
    yield* put(callFailed({ requestId: once.idempotencyKey, problem, endedAt: Date.now() }));
    return null;
  }
}

function* exportUsers(): Saga {
  const found = yield* readUsers();
  if (!found) return;
  yield* put(bulkExported(found.people));
  yield* take(bulkClosed.match);
}

function* startOnList({ action, list, expectedCount }: BulkOfList): Saga<Followed | null> {
  const count = yield* selectList(list);
  return count === null ? null : yield* start(action, count === expectedCount);
}

const isRequest = isAnyOf(bulkRequested, bulkOfListRequested, operationFound, resultOpened);
type Request = Other | ReturnType<typeof operationFound>;

interface Stage {
  /** From here on, the server goes on without this page. */
  isFollowed: boolean;
}

/** @returns what was asked for while the result of this one was there */
function* flow(asked: Request, stage: Stage): Saga<Request | undefined> {
  stage.isFollowed = operationFound.match(asked) || resultOpened.match(asked);
  if (operationFound.match(asked) || resultOpened.match(asked))
    return yield* followOperation({ operation: asked.payload, leftOut: [] });
  if (asked.payload === 'export') {
    yield* exportUsers();
    return undefined;
  }
  const followed = yield* bulkOfListRequested.match(asked) ? startOnList(asked.payload) : start(asked.payload);
  stage.isFollowed = followed !== null;
  if (!followed) return undefined;
  // A short one has ended with the reply to its start.
  if (!isUnfinished(followed.operation)) yield* sayFinished(followed.operation);
  return yield* followOperation(followed);
}

interface Following {
  next?: Request | undefined;
}

function* flowUntilSessionOver(asked: Request, following: Following): Saga {
  following.next = undefined;
  const stage: Stage = { isFollowed: false };
  const { next, over } = yield* race({ next: flow(asked, stage), over: take(isSessionOver) });
  if (over && sessionAbandoned.match(over) && !stage.isFollowed) yield* put(notDone());
  following.next = next;
}

export function* bulkSaga(): Saga {
  const following: Following = {};
  for (;;) {
    const asked: Request = following.next ?? (yield* take(isRequest));
    yield* guarded('users/bulk', flowUntilSessionOver, asked, following);
    const { kind } = yield* select(selectBulk);
    // A request that follows replaces what is there.
    if (kind !== 'idle' && !following.next) yield* put(bulkClosed());
  }
}
