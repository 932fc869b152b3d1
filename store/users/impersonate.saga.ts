/** Start of an impersonation: confirm with a reason, read-only or with changes → (step-up) → request → reload as that user. */
import { createAction } from '@reduxjs/toolkit';
import type { ImpersonationAccess } from '@api/contract/session.policy.ts';
import { isOutcomeUnknown } from '@api/client/problemMeaning.ts';
import { actSaga, type Repeatable } from '../saga/act.ts';
import { ports } from '../saga/effects.ts';
import { reloadAs, impersonateUser, readSelf } from './identity.ts';
import type { ImpersonationOrigin } from './impersonationOrigin.ts';
import { refetchUser } from './userAct.ts';

interface Payload extends Repeatable {
  readonly userName: string;
  /** First and last name. */
  readonly name?: string;
  /** That user's start page. */
  readonly home: string;
  /** Position on this page, for the return. */
  readonly place?: unknown;
  /** The reason given before: the impersonation starts at once, without a question, and read-only unless approved otherwise. */
  readonly reason?: string | undefined;
  /** What another administrator has approved. */
  readonly access?: ImpersonationAccess;
}

export const impersonateRequested = createAction<Payload>('users/impersonateRequested');

export const impersonateSaga = actSaga(impersonateRequested, {
  keyOf: () => 'anybody',
  question: ({ userName, name = userName, reason }) =>
    reason === undefined
      ? {
          title: { phrase: 'actions:impersonate.title', values: { name } },
          body: { phrase: 'actions:impersonate.body', values: { userName } },
          confirm: { phrase: 'actions:impersonate.confirm' },
          danger: false,
          reason: 'required',
          extra: { phrase: 'actions:impersonate.act', values: { userName } },
        }
      : undefined,
  call: ({ userName, reason: given, access }, { reason = given, extra }) =>
    impersonateUser.initiate({ userName, access: access ?? (extra ? 'act' : 'read'), ...(reason !== undefined && { reason }) }),
  *settled({ userName, home, place }, result) {
    const from: ImpersonationOrigin = { address: (yield* ports()).currentPath(), place };
    const self = result.ok ? result.value : isOutcomeUnknown(result.problem) ? yield* readSelf() : undefined;
    if (self?.impersonatedBy) yield* reloadAs(home, { from });
    else yield* refetchUser(userName);
  },
});
