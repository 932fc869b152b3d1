/** The simple actions on an account, one entry each: which phrases ask and tell, what is called, what undoes it. */
import { createAction } from '@reduxjs/toolkit';
import { inviteApi } from '@api/client/invite.api.ts';
import { mfaApi } from '@api/client/mfa.api.ts';
import { usersApi } from '@api/client/users.api.ts';
import { withReason } from '../saga/approval.ts';
import { successNotice } from './adminAction.saga.ts';
import { type ByName, sagaOf } from './simpleAction.saga.ts';
import { codeIssued } from './recoveryCode.slice.ts';

interface ById extends ByName {
  readonly userId: string;
}

export const unlockRequested = createAction<ByName>('users/unlockRequested');
/** `unasked`: without a question, as the command named the user; it has an undo. */
export const enableRequested = createAction<ByName & { readonly enabled: boolean; readonly unasked?: boolean }>(
  'users/enableRequested',
);
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
/** MFA of one user regardless of the organisation's rule. */
export const mfaRequirementRequested = createAction<ById & { readonly required: boolean }>('users/mfaRequirementRequested');
export const endSessionsRequested = createAction<ByName>('users/endSessionsRequested');
export const eraseRequested = createAction<ByName>('users/eraseRequested');
/** `name` of the API key. */
export const revokeApiKeyRequested = createAction<ByName & { readonly name: string }>('users/revokeApiKeyRequested');
export const recoveryCodeRequested = createAction<ById>('users/recoveryCodeRequested');

const byUserId = ({ userId }: ById): string => userId;

const { unlockUser, setUserEnabled, resetAuthentication, takeOwnership, endUserSessions, eraseUser, revokeApiKey } =
  usersApi.endpoints;
const { requireMfa, issueRecoveryCode } = mfaApi.endpoints;

export const adminActionSagas = {
  'users/unlock': sagaOf(unlockRequested, {
    words: () => 'unlock',
    waitingAs: () => 'users:command.unlock.of',
    call: ({ userName }, _answer, once) => unlockUser.initiate({ userName, ...once }),
  }),
  'users/enable': sagaOf(enableRequested, {
    words: ({ enabled }) => (enabled ? 'enable' : 'disable'),
    danger: ({ enabled }) => !enabled,
    isUnasked: ({ unasked = false }) => unasked,
    waitingAs: ({ enabled }) => `users:command.${enabled ? 'enable' : 'disable'}.of`,
    call: ({ userName, enabled }, { reason }, once) =>
      setUserEnabled.initiate({ userName, enabled, ...once, ...withReason(reason) }),
    undo: ({ userName, enabled }) => enableRequested({ userName, enabled: !enabled, undo: true }),
  }),
  'users/endSessions': sagaOf(endSessionsRequested, {
    words: () => 'endSessions',
    danger: () => true,
    call: ({ userName }) => endUserSessions.initiate({ userName }),
  }),
  'users/erase': sagaOf(eraseRequested, {
    words: () => 'erase',
    danger: () => true,
    call: ({ userName }, { reason }) => eraseUser.initiate({ userName, ...withReason(reason) }),
  }),
  'users/revokeApiKey': sagaOf(revokeApiKeyRequested, {
    words: () => 'apiKeys',
    danger: () => true,
    question: ({ userName, name }) => ({ body: { phrase: 'users:apiKeys.body', values: { userName, name } } }),
    call: ({ userName, name }) => revokeApiKey.initiate({ userName, name }),
    done: ({ name }) => successNotice({ message: { phrase: 'users:apiKeys.done', values: { name } } }),
    keyOf: ({ userName, name }) => `${name} ${userName}`,
  }),
  'users/reset': sagaOf(resetRequested, {
    words: ({ what }) => resetWords[what],
    danger: () => true,
    question: ({ what, hasMfa }) => (what === 'password' && hasMfa ? { extra: { phrase: 'users:resetPassword.mfaToo' } } : {}),
    waitingAs: ({ what }) => `users:command.${resetWords[what]}.of`,
    call: ({ userName, what }, { extra, reason }, once) =>
      resetAuthentication.initiate({ userName, type: extra ? 'All' : resetTypes[what], ...once, ...withReason(reason) }),
    keyOf: ({ userName, what }) => `${what} ${userName}`,
  }),
  'users/ownership': sagaOf(ownershipRequested, {
    words: () => 'own',
    question: ({ userName, formerOwner: owner }) =>
      owner === undefined ? {} : { body: { phrase: 'users:own.bodyFrom', values: { userName, owner } } },
    waitingAs: ({ undo }) => (undo ? 'users:own.undoOf' : 'users:command.takeOwnership.of'),
    call: ({ userName, undo }, { reason }, once) =>
      takeOwnership.initiate({ userName, ...once, ...(undo && { undo }), ...withReason(reason) }),
    undo: ({ userName }) => ownershipRequested({ userName, undo: true }),
    undone: 'users:own.undone',
  }),
  'users/resendInvite': sagaOf(resendInviteRequested, {
    words: () => 'resendInvite',
    waitingAs: () => 'users:command.resendInvite.of',
    call: ({ userId }, _answer, once) => inviteApi.endpoints.resendInvite.initiate({ userId, ...once }),
    keyOf: byUserId,
  }),
  'users/deleteInvite': sagaOf(deleteInviteRequested, {
    words: () => 'deleteInvite',
    danger: () => true,
    call: ({ userId }) => inviteApi.endpoints.deleteInvite.initiate({ userId }),
    keyOf: byUserId,
  }),
  'users/mfaRequirement': sagaOf(mfaRequirementRequested, {
    words: ({ required }) => (required ? 'requireMfa' : 'exemptMfa'),
    danger: ({ required }) => !required,
    call: ({ userId, required }, { reason }) => requireMfa.initiate({ userId, body: { required }, ...withReason(reason) }),
    undo: (payload) => mfaRequirementRequested({ ...payload, required: !payload.required, undo: true }),
    keyOf: byUserId,
  }),
  /** Shown in a dialog instead of a notice. */
  'users/recoveryCode': sagaOf(recoveryCodeRequested, {
    words: () => 'recoveryCode',
    question: () => ({ title: { phrase: 'users:recoveryCode.ask' } }),
    call: ({ userId }, { reason }) => issueRecoveryCode.initiate({ userId, ...withReason(reason) }),
    done: ({ userName }, ticket) => codeIssued({ userName, ticket }),
    keyOf: byUserId,
  }),
};
