/** The acts on an account, one entry each: its phrases, its call, and its undo. An action that is all that its call does has none here. */
import { type ActionCreatorWithPayload, createAction, type UnknownAction } from '@reduxjs/toolkit';
import { actionsApi, type PlainAction, plainActions } from '@api/client/actions.api.ts';
import { mfaApi } from '@api/client/mfa.api.ts';
import { usersApi } from '@api/client/users.api.ts';
import { actionCalls } from '@api/contract/actions.calls.ts';
import { actionOf, type OfferedAction } from '@api/contract/actions.ts';
import { displayName } from '@api/contract/displayName.ts';
import type { Call as CallOfAction } from '@api/contract/call.ts';
import type { UserSummary } from '@api/contract/users.shapes.ts';
import { success } from '../saga/act.ts';
import type { Saga } from '../saga/effects.ts';
import type { Call } from '../saga/request.ts';
import { codeIssued } from './recoveryCode.slice.ts';
import { type ByName, userAct } from './userAct.ts';

interface ById extends ByName {
  readonly userId: string;
}

/** The intents of the actions that need nothing but the user, by name. */
export const requested = Object.fromEntries(
  plainActions.map((name) => [name, createAction<ById>(`users/${name}Requested`)]),
) as Record<PlainAction, ActionCreatorWithPayload<ById>>;

export const unlockRequested = createAction<ByName>('users/unlockRequested');
export const enableRequested = createAction<ByName & { readonly enabled: boolean }>('users/enableRequested');
/** `hasMfa` offers to reset MFA and passkeys along with the password. */
export const resetRequested = createAction<ByName & { readonly what: 'mfa' | 'password' | 'passkeys'; readonly hasMfa: boolean }>(
  'users/resetRequested',
);
const resetWords = { mfa: 'resetMfa', password: 'resetPassword', passkeys: 'resetPasskeys' } as const;
const resetTypes = { mfa: 'Mfa', password: 'Password', passkeys: 'Passkeys' } as const;
/** `formerOwner`: display name; absent if the account had no owner. Its undo restores that one. */
export const ownershipRequested = createAction<ByName & { readonly formerOwner?: string | undefined }>(
  'users/ownershipRequested',
);
/** Requires or exempts one user from MFA, regardless of the organisation's rule. */
export const mfaRequirementRequested = createAction<ById & { readonly required: boolean }>('users/mfaRequirementRequested');
/** `browser`: as the list of sessions calls it. */
export const endSessionRequested = createAction<ByName & { readonly sessionId: string; readonly browser: string }>(
  'users/endSessionRequested',
);
/** `name`: the API key's. */
export const revokeApiKeyRequested = createAction<ByName & { readonly name: string }>('users/revokeApiKeyRequested');
export const recoveryCodeRequested = createAction<ById>('users/recoveryCodeRequested');

const byUserId = ({ userId }: ById): string => userId;

const { unlockUser, setUserEnabled, resetAuthentication, takeOwnership, endUserSession, revokeApiKey } = usersApi.endpoints;
const { requireMfa, issueRecoveryCode } = mfaApi.endpoints;

/** The act of an action on a user whose call needs nothing but the user. */
function plainAct(name: PlainAction): () => Saga {
  const { call: callName, danger } = actionOf(name);
  const { path, idempotencyKey }: CallOfAction = actionCalls[callName];
  const isRepeatable = idempotencyKey === true;
  const initiate = actionsApi.endpoints[name].initiate as (args: object) => Call<unknown>;
  return userAct(requested[name], {
    words: () => name,
    danger: () => danger !== undefined,
    ...(isRepeatable && { repeatable: true }),
    call: ({ userName, userId }, _answer, once) =>
      initiate({ ...(path.includes('{userId}') ? { userId } : { userName }), ...(isRepeatable && once) }),
  });
}

export const userActs = {
  ...Object.fromEntries(plainActions.map((name) => [`users/${name}`, plainAct(name)])),
  'users/unlock': userAct(unlockRequested, {
    words: () => 'unlock',
    repeatable: true,
    call: ({ userName }, _answer, once) => unlockUser.initiate({ userName, ...once }),
  }),
  'users/enable': userAct(enableRequested, {
    words: ({ enabled }) => (enabled ? 'enable' : 'disable'),
    danger: ({ enabled }) => !enabled,
    repeatable: true,
    call: ({ userName, enabled }, _answer, once) => setUserEnabled.initiate({ userName, enabled, ...once }),
    undo: ({ userName, enabled }) => enableRequested({ userName, enabled: !enabled, undo: true }),
  }),
  'users/endSession': userAct(endSessionRequested, {
    words: () => 'endSession',
    danger: () => true,
    question: ({ userName, browser }) => ({ body: { phrase: 'actions:endSession.body', values: { userName, browser } } }),
    call: ({ userName, sessionId }) => endUserSession.initiate({ userName, sessionId }),
    keyOf: ({ sessionId }) => sessionId,
  }),
  'users/revokeApiKey': userAct(revokeApiKeyRequested, {
    words: () => 'revokeApiKey',
    danger: () => true,
    question: ({ userName, name }) => ({ body: { phrase: 'actions:revokeApiKey.body', values: { userName, name } } }),
    call: ({ userName, name }) => revokeApiKey.initiate({ userName, name }),
    done: ({ name }) => success({ phrase: 'actions:revokeApiKey.done', values: { name } }),
    keyOf: ({ userName, name }) => `${name} ${userName}`,
  }),
  'users/reset': userAct(resetRequested, {
    words: ({ what }) => resetWords[what],
    danger: () => true,
    question: ({ what, hasMfa }) => (what === 'password' && hasMfa ? { extra: { phrase: 'actions:resetPassword.mfaToo' } } : {}),
    repeatable: true,
    call: ({ userName, what }, { extra }, once) =>
      resetAuthentication.initiate({ userName, type: extra ? 'All' : resetTypes[what], ...once }),
    keyOf: ({ userName, what }) => `${what} ${userName}`,
  }),
  'users/ownership': userAct(ownershipRequested, {
    words: () => 'takeOwnership',
    question: ({ userName, formerOwner: owner }) =>
      owner === undefined ? {} : { body: { phrase: 'actions:takeOwnership.bodyFrom', values: { userName, owner } } },
    repeatable: true,
    call: ({ userName, undo }, _answer, once) => takeOwnership.initiate({ userName, ...once, ...(undo && { undo }) }),
    undo: ({ userName }) => ownershipRequested({ userName, undo: true }),
    undone: 'actions:takeOwnership.undone',
  }),
  'users/mfaRequirement': userAct(mfaRequirementRequested, {
    words: ({ required }) => (required ? 'requireMfa' : 'exemptMfa'),
    danger: ({ required }) => !required,
    call: ({ userId, required }) => requireMfa.initiate({ userId, body: { required } }),
    undo: (payload) => mfaRequirementRequested({ ...payload, required: !payload.required, undo: true }),
    keyOf: byUserId,
  }),
  /** The code is shown in a dialog instead of a notice. */
  'users/recoveryCode': userAct(recoveryCodeRequested, {
    words: () => 'recoveryCode',
    call: ({ userId }) => issueRecoveryCode.initiate({ userId }),
    done: ({ userName, name = userName }, ticket) => codeIssued({ userName, name, ticket }),
    keyOf: byUserId,
  }),
};

/** What the actions need of the user. Their user name is the email address until they register. */
export function payloadOf(user: UserSummary): ById & { readonly name: string } {
  return { userId: user.userId, userName: user.userName, name: displayName(user) };
}

interface IntentOptions {
  readonly unasked?: boolean;
}

type Intent = (user: UserSummary, options: IntentOptions) => UnknownAction;

const reset =
  (what: 'mfa' | 'password'): Intent =>
  (user, { unasked = false }) =>
    resetRequested({ ...payloadOf(user), what, hasMfa: user.mfaEnabled || user.hasPasskey, unasked });
const enable =
  (enabled: boolean): Intent =>
  (user, { unasked = false }) =>
    enableRequested({ ...payloadOf(user), enabled, unasked });

/** The intent of each action that a user's pages offer; impersonation has a saga of its own. */
export const intents: Readonly<Record<Exclude<OfferedAction, 'impersonate'>, Intent>> = {
  ...(Object.fromEntries(
    plainActions.map((name): [PlainAction, Intent] => [name, (user) => requested[name](payloadOf(user))]),
  ) as Record<PlainAction, Intent>),
  enable: enable(true),
  disable: enable(false),
  unlock: (user) => unlockRequested(payloadOf(user)),
  resetMfa: reset('mfa'),
  recoveryCode: (user) => recoveryCodeRequested(payloadOf(user)),
  resetPassword: reset('password'),
  takeOwnership: (user) => ownershipRequested({ ...payloadOf(user), formerOwner: user.owner?.displayName }),
};
