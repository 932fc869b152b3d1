/** Changes a user's roles: the question names added and removed roles, and "Undo" reverts exactly these. */
import { createAction } from '@reduxjs/toolkit';
import { statusOf } from '@api/client/problemMeaning.ts';
import { rolesApi } from '@api/client/roles.api.ts';
import { SYSTEM_ADMINISTRATION } from '@api/contract/person.ts';
import type { Message } from '../notices/message.ts';
import { type Act, attemptKey, perform, success } from '../saga/act.ts';
import { put, type Saga } from '../saga/effects.ts';
import { request } from '../saga/request.ts';
import { notDone } from '../session/notDone.saga.ts';
import { takeLeadingByKey } from '../saga/takeLeadingByKey.ts';
import { type ByName, unanswered, updateRow } from './userAct.ts';

const UNAUTHORIZED = 401;

const { fetchRolesOfUser, setRolesOfUser } = rolesApi.endpoints;

interface Change {
  readonly given: readonly string[];
  readonly taken: readonly string[];
}

type Intent = Pick<ByName, 'userName' | 'name'> &
  (
    | { /** The whole new set. */ readonly roles: readonly string[] }
    | {
        /** One role to add. */
        readonly give: string;
        /** Asks nothing, as the command named user and role; the change can be undone. */
        readonly unasked: boolean;
      }
    | { /** An undo asks nothing. Changes made by others meanwhile are kept. */ readonly revert: Change }
  );

/** The change compared with the roles that the user had when it was requested. */
interface Compared extends ByName {
  readonly roles: readonly string[];
  readonly change: Change;
}

export const rolesRequested = createAction<Intent | Compared>('users/rolesRequested');

const without = (roles: readonly string[], others: readonly string[]) => roles.filter((role) => !others.includes(role));

/** At least one of the two lists is not empty. */
function summary({ userName, change: { given, taken } }: Compared): Message {
  const values = { userName, given, taken };
  if (taken.length === 0) return { phrase: 'users:roles.given', values };
  return { phrase: given.length === 0 ? 'users:roles.taken' : 'users:roles.both', values };
}

function rolesAfter(intent: Intent, current: readonly string[]): readonly string[] {
  if ('revert' in intent) return [...without(current, intent.revert.given), ...without(intent.revert.taken, current)];
  return 'give' in intent ? [...without(current, [intent.give]), intent.give] : intent.roles;
}

const change: Act<Compared, readonly string[]> = {
  keyOf: ({ userName }) => userName,
  question: (compared) => {
    const { userName, name = userName, change } = compared;
    if (compared.undo || compared.unasked) return undefined;
    const givesEverything = change.given.includes(SYSTEM_ADMINISTRATION);
    return {
      title: { phrase: givesEverything ? 'users:roles.titleEverything' : 'users:roles.title', values: { name } },
      body: givesEverything ? { phrase: 'users:roles.everything', values: { userName } } : summary(compared),
      confirm: { phrase: 'users:roles.confirm' },
      danger: givesEverything || change.taken.length > 0,
      reason: givesEverything ? 'required' : 'none',
    };
  },
  call: ({ userName, roles }, { reason }, once) =>
    setRolesOfUser.initiate({ userName, body: { roles: [...roles] }, ...once, ...(reason !== undefined && { reason }) }),
  repeatable: unanswered,
  settled: updateRow,
  done: ({ userName, undo, change: revert }) => {
    const action = { label: { phrase: 'users:undo' }, dispatch: rolesRequested({ userName, revert }) } as const;
    return success({ phrase: 'users:roles.done', values: { userName } }, undo ? {} : { action });
  },
};

function* compare(intent: Intent): Saga<Compared | undefined> {
  const { userName, name } = intent;
  const current = yield* request(fetchRolesOfUser.initiate({ userName }, { forceRefetch: true }));
  if (!current.ok) {
    if (statusOf(current.problem) === UNAUTHORIZED) yield* put(notDone());
    return undefined;
  }
  const roles = rolesAfter(intent, current.value);
  const compared = { given: without(roles, current.value), taken: without(current.value, roles) };
  const isUnasked = 'unasked' in intent && intent.unasked;
  return { userName, ...(name !== undefined && { name }), roles, change: compared, undo: 'revert' in intent, unasked: isUnasked };
}

function* changeRoles(payload: Intent | Compared): Saga {
  const compared = 'change' in payload ? payload : yield* compare(payload);
  if (!compared) return;
  const {
    userName,
    change: { given, taken },
  } = compared;
  if (given.length + taken.length > 0) yield* perform(rolesRequested, change, compared);
  else yield* put(success({ phrase: 'users:roles.same', values: { userName } }, { severity: 'info' }));
}

export const rolesSaga = (): Saga =>
  takeLeadingByKey(
    rolesRequested,
    attemptKey(({ userName }) => userName),
    changeRoles,
  );
