/** Changes a user's roles: the question names added and removed roles, and "Undo" reverts exactly these. */
import { createAction } from '@reduxjs/toolkit';
import { rolesApi } from '@api/client/roles.api.ts';
import type { Message } from '../notices/message.ts';
import { put, type Saga } from '../saga/effects.ts';
import { withReason } from '../saga/approval.ts';
import { takeLeadingByKey } from '../saga/takeLeadingByKey.ts';
import { request } from '../saga/request.ts';
import { adminAction, successNotice } from './adminAction.saga.ts';

const { fetchRolesOfUser, setRolesOfUser } = rolesApi.endpoints;

interface Change {
  readonly given: readonly string[];
  readonly taken: readonly string[];
}

type Payload = { readonly userName: string } & (
  | { /** The whole new set. */ readonly roles: readonly string[] }
  | {
      /** One more. */
      readonly give: string;
      /** Without a question, as the command named user and role; it has an undo. */
      readonly unasked: boolean;
    }
  | { /** An undo; not confirmed. Changes made by others meanwhile are kept. */ readonly undo: Change }
);

export const rolesRequested = createAction<Payload>('users/rolesRequested');

const without = (roles: readonly string[], others: readonly string[]) => roles.filter((role) => !others.includes(role));

/** At least one of them is not empty. */
function summary(userName: string, { given, taken }: Change): Message {
  const values = { userName, given, taken };
  if (taken.length === 0) return { phrase: 'users:roles.given', values };
  return { phrase: given.length === 0 ? 'users:roles.taken' : 'users:roles.both', values };
}

function rolesAfter(payload: Payload, current: readonly string[]): string[] {
  if ('undo' in payload) return [...without(current, payload.undo.given), ...without(payload.undo.taken, current)];
  return 'give' in payload ? [...without(current, [payload.give]), payload.give] : [...payload.roles];
}

function* changeRoles(payload: Payload): Saga {
  const { userName } = payload;
  const call = fetchRolesOfUser.initiate({ userName }, { forceRefetch: true });
  const current = yield* request(call);
  if (!current.ok) return;
  const isUndo = 'undo' in payload;
  const isAsked = !isUndo && !('unasked' in payload && payload.unasked);
  const roles = rolesAfter(payload, current.value);
  const change = { given: without(roles, current.value), taken: without(current.value, roles) };
  if (change.given.length + change.taken.length === 0) {
    yield* put(successNotice({ severity: 'info', message: { phrase: 'users:roles.same', values: { userName } } }));
    return;
  }
  const question = {
    title: { phrase: 'users:roles.title' },
    body: summary(userName, change),
    confirm: { phrase: 'users:roles.confirm' },
    danger: change.taken.length > 0,
    reason: 'none',
  } as const;
  yield* adminAction({
    userName,
    ...(isAsked && { question }),
    waitingAs: { phrase: 'users:roles.of', values: { user: userName } },
    call: ({ reason }, once) => setRolesOfUser.initiate({ userName, body: { roles }, ...once, ...withReason(reason) }),
    done: () =>
      successNotice({
        message: { phrase: 'users:roles.done', values: { userName } },
        ...(!isUndo && { action: { label: { phrase: 'users:undo' }, dispatch: rolesRequested({ userName, undo: change }) } }),
      }),
  });
}

export const rolesSaga = (): Saga => takeLeadingByKey(rolesRequested, ({ userName }) => userName, changeRoles);
