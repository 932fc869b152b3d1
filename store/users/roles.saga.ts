/** Giving somebody other roles: the question names what they gain and lose, and "Undo" takes exactly that back. */
import { createAction } from '@reduxjs/toolkit';
import { rolesApi } from '@api/client/roles.api.ts';
import type { Message } from '../notices/message.ts';
import { put, type Saga } from '../saga/effects.ts';
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
  | { /** Takes back what was just done, and so does not ask; what others changed meanwhile stays. */ readonly undo: Change }
);

export const rolesRequested = createAction<Payload>('users/rolesRequested');

const without = (roles: readonly string[], others: readonly string[]) => roles.filter((role) => !others.includes(role));

/** Both in words; one of them is not empty. */
function summary(userName: string, { given, taken }: Change): Message {
  const values = { userName, given, taken };
  if (taken.length === 0) return { phrase: 'users:roles.given', values };
  return { phrase: given.length === 0 ? 'users:roles.taken' : 'users:roles.both', values };
}

function* changeRoles(payload: Payload): Saga {
  const { userName } = payload;
  const reading = fetchRolesOfUser.initiate({ userName }, { forceRefetch: true });
  const now = yield* request(reading);
  if (!now.ok) return;
  const isUndo = 'undo' in payload;
  const roles = isUndo
    ? [...without(now.value, payload.undo.given), ...without(payload.undo.taken, now.value)]
    : [...payload.roles];
  const change = { given: without(roles, now.value), taken: without(now.value, roles) };
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
    ...(!isUndo && { question }),
    call: () => setRolesOfUser.initiate({ userName, body: { roles } }),
    done: () =>
      successNotice({
        message: { phrase: 'users:roles.done', values: { userName } },
        ...(!isUndo && { action: { label: { phrase: 'users:undo' }, dispatch: rolesRequested({ userName, undo: change }) } }),
      }),
  });
}

export const rolesSaga = (): Saga => takeLeadingByKey(rolesRequested, ({ userName }) => userName, changeRoles);
