/** The acts on an account, one entry each: its phrases, its call, and its undo. */
import { createAction } from '@reduxjs/toolkit';
import { inviteApi } from '@api/client/invite.api.ts';
import { mfaApi } from '@api/client/mfa.api.ts';
import { usersApi } from '@api/client/users.api.ts';
import { success } from '../saga/act.ts';
import { codeIssued } from './recoveryCode.slice.ts';
import { type ByName, userAct } from './userAct.ts';

interface ById extends ByName {
  readonly userId: string;
}

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
/** `userName` is the email address until they register. */
export const resendInviteRequested = createAction<ById>('users/resendInviteRequested');
export const deleteInviteRequested = createAction<ById>('users/deleteInviteRequested');
/** Requires or exempts one user from MFA, regardless of the organisation's rule. */
export const mfaRequirementRequested = createAction<ById & { readonly required: boolean }>('users/mfaRequirementRequested');
export const mfaReminderRequested = createAction<ById>('users/mfaReminderRequested');
export const endSessionsRequested = createAction<ByName>('users/endSessionsRequested');
export const eraseRequested = createAction<ByName>('users/eraseRequested');
/** `name`: the API key's. */
export const revokeApiKeyRequested = createAction<ByName & { readonly name: string }>('users/revokeApiKeyRequested');
export const recoveryCodeRequested = createAction<ById>('users/recoveryCodeRequested');

const byUserId = ({ userId }: ById): string => userId;

const { unlockUser, setUserEnabled, resetAuthentication, takeOwnership, endUserSessions, eraseUser, revokeApiKey } =
  usersApi.endpoints;
const { requireMfa, remindOfMfa, issueRecoveryCode } = mfaApi.endpoints;

export const userActs = {
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
  'users/endSessions': userAct(endSessionsRequested, {
    words: () => 'endSessions',
    danger: () => true,
    call: ({ userName }) => endUserSessions.initiate({ userName }),
  }),
  'users/erase': userAct(eraseRequested, {
    words: () => 'erase',
    danger: () => true,
    call: ({ userName }) => eraseUser.initiate({ userName }),
  }),
  'users/revokeApiKey': userAct(revokeApiKeyRequested, {
    words: () => 'apiKeys',
    danger: () => true,
    question: ({ userName, name }) => ({ body: { phrase: 'users:apiKeys.body', values: { userName, name } } }),
    call: ({ userName, name }) => revokeApiKey.initiate({ userName, name }),
    done: ({ name }) => success({ phrase: 'users:apiKeys.done', values: { name } }),
    keyOf: ({ userName, name }) => `${name} ${userName}`,
  }),
  'users/reset': userAct(resetRequested, {
    words: ({ what }) => resetWords[what],
    danger: () => true,
    question: ({ what, hasMfa }) => (what === 'password' && hasMfa ? { extra: { phrase: 'users:resetPassword.mfaToo' } } : {}),
    repeatable: true,
    call: ({ userName, what }, { extra }, once) =>
      resetAuthentication.initiate({ userName, type: extra ? 'All' : resetTypes[what], ...once }),
    keyOf: ({ userName, what }) => `${what} ${userName}`,
  }),
  'users/ownership': userAct(ownershipRequested, {
    words: () => 'own',
    question: ({ userName, formerOwner: owner }) =>
      owner === undefined ? {} : { body: { phrase: 'users:own.bodyFrom', values: { userName, owner } } },
    repeatable: true,
    call: ({ userName, undo }, _answer, once) => takeOwnership.initiate({ userName, ...once, ...(undo && { undo }) }),
    undo: ({ userName }) => ownershipRequested({ userName, undo: true }),
    undone: 'users:own.undone',
  }),
  'users/resendInvite': userAct(resendInviteRequested, {
    words: () => 'resendInvite',
    repeatable: true,
    call: ({ userId }, _answer, once) => inviteApi.endpoints.resendInvite.initiate({ userId, ...once }),
    keyOf: byUserId,
  }),
  'users/deleteInvite': userAct(deleteInviteRequested, {
    words: () => 'deleteInvite',
    danger: () => true,
    call: ({ userId }) => inviteApi.endpoints.deleteInvite.initiate({ userId }),
    keyOf: byUserId,
  }),
  'users/mfaRequirement': userAct(mfaRequirementRequested, {
    words: ({ required }) => (required ? 'requireMfa' : 'exemptMfa'),
    danger: ({ required }) => !required,
    call: ({ userId, required }) => requireMfa.initiate({ userId, body: { required } }),
    undo: (payload) => mfaRequirementRequested({ ...payload, required: !payload.required, undo: true }),
    keyOf: byUserId,
  }),
  'users/mfaReminder': userAct(mfaReminderRequested, {
    words: () => 'remindMfa',
    call: ({ userId }) => remindOfMfa.initiate({ userId }),
    keyOf: byUserId,
  }),
  /** The code is shown in a dialog instead of a notice. */
  'users/recoveryCode': userAct(recoveryCodeRequested, {
    words: () => 'recoveryCode',
    question: () => ({ title: { phrase: 'users:recoveryCode.ask' } }),
    call: ({ userId }) => issueRecoveryCode.initiate({ userId }),
    done: ({ userName, name = userName }, ticket) => codeIssued({ userName, name, ticket }),
    keyOf: byUserId,
  }),
};
