/** Start of an impersonation: confirm with a reason, reading or acting → (step-up) → request → reload as that user. */
import { createAction } from '@reduxjs/toolkit';
import { isAnswerLost } from '@api/client/clientProblem.ts';
import { type Answer, confirm } from '../saga/confirm.ts';
import { ports, race, type Saga, take } from '../saga/effects.ts';
import { takeLeadingByKey } from '../saga/takeLeadingByKey.ts';
import { requestOrAsk, withReason } from '../saga/approval.ts';
import { isCancelOf, refetchUser } from './adminAction.saga.ts';
import { reloadAs, impersonateUser, readSelf } from './identity.ts';
import type { ImpersonationOrigin } from './impersonationOrigin.ts';

interface Payload {
  readonly userName: string;
  /** That user's start page. */
  readonly home: string;
  /** Position on this page, for the return. */
  readonly place?: unknown;
  /** Given with the command, which named the user: read-only at once, without a question. */
  readonly reason?: string | undefined;
}

export const impersonateRequested = createAction<Payload>('users/impersonateRequested');

function* ask(userName: string): Saga<Answer> {
  return yield* confirm({
    title: { phrase: 'users:impersonate.title' },
    body: { phrase: 'users:impersonate.body', values: { userName } },
    confirm: { phrase: 'users:impersonate.confirm' },
    danger: false,
    reason: 'optional',
    extra: { phrase: 'users:impersonate.act', values: { userName } },
  });
}

function* impersonate({ userName, home, place, reason: given }: Payload): Saga {
  const answer: Answer = given === undefined ? yield* ask(userName) : { confirmed: true, reason: given };
  const { confirmed, reason, extra: acts = false } = answer;
  if (!confirmed) return;
  const from: ImpersonationOrigin = { address: (yield* ports()).currentPath(), place };
  const { result } = yield* race({
    result: requestOrAsk(
      (why) => impersonateUser.initiate({ userName, access: acts ? 'act' : 'read', ...withReason(why) }),
      reason,
    ),
    cancelled: take(isCancelOf(userName)),
  });
  const isLost = !result || (!result.ok && isAnswerLost(result.problem));
  const self = result?.ok ? result.value : isLost ? yield* readSelf() : undefined;
  if (self?.impersonatedBy) yield* reloadAs(home, { from });
  else yield* refetchUser(userName);
}

export const impersonateSaga = (): Saga => takeLeadingByKey(impersonateRequested, () => 'anybody', impersonate);
