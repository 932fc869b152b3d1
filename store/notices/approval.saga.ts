/** Asks for a reason when a request needs another administrator's approval, and reports that approval was requested. */
import { isAnyOf } from '@reduxjs/toolkit';
import { approvalAsked, reasonAnswered, reasonRequired } from '@api/client/sessionEvents.ts';
import { confirm } from '../saga/confirm.ts';
import { fork, put, race, type Saga, take } from '../saga/effects.ts';
import { noticeRaised } from './notices.slice.ts';

function* askWhy({ id, message }: ReturnType<typeof reasonRequired>['payload']): Saga {
  const isGivenUp = (action: unknown): action is ReturnType<typeof reasonAnswered> =>
    reasonAnswered.match(action) && action.payload.id === id;
  const question = confirm({
    title: { phrase: 'session:approvals.ask' },
    body: { text: message },
    confirm: { phrase: 'session:approvals.ask' },
    danger: false,
    reason: 'required',
  });
  const { answer } = yield* race({ answer: question, givenUp: take(isGivenUp) });
  if (answer) yield* put(reasonAnswered({ id, reason: answer.reason }));
}

export function* approvalSaga(): Saga {
  for (;;) {
    const event = yield* take(isAnyOf(reasonRequired, approvalAsked));
    if (reasonRequired.match(event)) yield* fork(askWhy, event.payload);
    else yield* put(noticeRaised({ severity: 'info', message: { text: event.payload.message } }));
  }
}
