/** The simple actions on an account, one entry each: which phrases ask and tell, what is called, what undoes it. */
import { createAction, type UnknownAction } from '@reduxjs/toolkit';
import { inviteApi } from '@api/client/invite.api.ts';
import { mfaApi } from '@api/client/mfa.api.ts';
import { usersApi } from '@api/client/users.api.ts';
import type { Phrase, PhraseKey } from '../notices/message.ts';
import type { Question } from '../notices/questions.slice.ts';
import { delay, type Saga } from '../saga/effects.ts';
import { withReason } from '../saga/approval.ts';
import type { Call } from '../saga/request.ts';
import { type ActionCreator, takeLeadingByKey } from '../saga/takeLeadingByKey.ts';
import { adminAction, type ConfirmedOptions, successNotice } from './adminAction.saga.ts';
import { codeIssued } from './recoveryCode.slice.ts';

/** Each names the phrases `users:….title`, `.body`, `.confirm` and `.done`. */
export const confirmedWords = [
  'disable',
  'resetMfa',
  'resetPassword',
  'resetPasskeys',
  'own',
  'deleteInvite',
  'requireMfa',
  'exemptMfa',
  'recoveryCode',
  'endSessions',
  'erase',
  'apiKeys',
] as const;
/** They take nothing from the user, so they happen without a question; each names `users:….done`. */
export const unconfirmedWords = ['unlock', 'enable', 'resendInvite'] as const;
type ActionWords = (typeof confirmedWords | typeof unconfirmedWords)[number];

const needsQuestion = (words: ActionWords): boolean => !unconfirmedWords.some((word) => word === words);

/** Without a question, the second click of a double click would do it again. */
const DOUBLE_CLICK_MS = 500;

interface ByName {
  readonly userName: string;
  /** An undo; not confirmed. */
  readonly undo?: boolean;
}
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

interface SimpleAction<Payload, Reply> {
  readonly words: (payload: Payload) => ActionWords;
  readonly danger?: (payload: Payload) => boolean;
  /** Where the question differs from its phrases. */
  readonly question?: (payload: Payload) => Partial<Question>;
  readonly isUnasked?: (payload: Payload) => boolean;
  /** Its phrase while it waits for the connection; absent: it never waits. */
  readonly waitingAs?: (payload: Payload) => PhraseKey;
  readonly call: (payload: Payload, answer: ConfirmedOptions, idempotencyKey: string) => Call<Reply>;
  /** Default: the notice of its phrases. */
  readonly done?: (payload: Payload, reply: Reply) => UnknownAction;
  readonly undo?: (payload: Payload) => UnknownAction;
  /** Where the undo has a notice of its own. */
  readonly undone?: PhraseKey;
  readonly keyOf?: (payload: Payload) => string;
}

const byUserName = ({ userName }: ByName): string => userName;
const byUserId = ({ userId }: ById): string => userId;

function sagaOf<Payload extends ByName, Reply>(
  requested: ActionCreator<Payload>,
  action: SimpleAction<Payload, Reply>,
): () => Saga {
  const {
    words,
    danger = () => false,
    question,
    isUnasked = () => false,
    waitingAs,
    call,
    undo,
    undone,
    keyOf = byUserName,
  } = action;
  const askFor = (payload: Payload): Omit<Question, 'id'> => ({
    title: { phrase: `users:${words(payload)}.title` },
    body: { phrase: `users:${words(payload)}.body`, values: { userName: payload.userName } },
    confirm: { phrase: `users:${words(payload)}.confirm` },
    danger: danger(payload),
    reason: 'none',
    ...question?.(payload),
  });
  const notice = (payload: Payload) =>
    successNotice({
      message: {
        phrase: payload.undo && undone ? undone : `users:${words(payload)}.done`,
        values: { userName: payload.userName },
      },
      ...(undo && !payload.undo && { action: { label: { phrase: 'users:undo' }, dispatch: undo(payload) } }),
    });
  const { done = notice } = action;
  function* perform(payload: Payload): Saga {
    const isAsked = !payload.undo && !isUnasked(payload) && needsQuestion(words(payload));
    const phrase = waitingAs?.(payload);
    const isDone = yield* adminAction<Reply>({
      userName: payload.userName,
      ...(isAsked && { question: askFor(payload) }),
      ...(phrase && { waitingAs: { phrase, values: { user: payload.userName } } satisfies Phrase }),
      call: (answer, idempotencyKey) => call(payload, answer, idempotencyKey),
      done: (reply) => done(payload, reply),
    });
    if (isDone && !isAsked) yield* delay(DOUBLE_CLICK_MS);
  }
  const keyWithUndo = (payload: Payload): string => (payload.undo ? `undo ${keyOf(payload)}` : keyOf(payload));
  return () => takeLeadingByKey(requested, keyWithUndo, perform);
}

const { unlockUser, setUserEnabled, resetAuthentication, takeOwnership, endUserSessions, eraseUser, revokeApiKey } =
  usersApi.endpoints;
const { requireMfa, issueRecoveryCode } = mfaApi.endpoints;

export const adminActionSagas = {
  'users/unlock': sagaOf(unlockRequested, {
    words: () => 'unlock',
    waitingAs: () => 'users:command.unlock.of',
    call: ({ userName }, _answer, idempotencyKey) => unlockUser.initiate({ userName, idempotencyKey }),
  }),
  'users/enable': sagaOf(enableRequested, {
    words: ({ enabled }) => (enabled ? 'enable' : 'disable'),
    danger: ({ enabled }) => !enabled,
    isUnasked: ({ unasked = false }) => unasked,
    waitingAs: ({ enabled }) => `users:command.${enabled ? 'enable' : 'disable'}.of`,
    call: ({ userName, enabled }, { reason }, idempotencyKey) =>
      setUserEnabled.initiate({ userName, enabled, idempotencyKey, ...withReason(reason) }),
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
    call: ({ userName, what }, { extra, reason }, idempotencyKey) =>
      resetAuthentication.initiate({ userName, type: extra ? 'All' : resetTypes[what], idempotencyKey, ...withReason(reason) }),
    keyOf: ({ userName, what }) => `${what} ${userName}`,
  }),
  'users/ownership': sagaOf(ownershipRequested, {
    words: () => 'own',
    question: ({ userName, formerOwner: owner }) =>
      owner === undefined ? {} : { body: { phrase: 'users:own.bodyFrom', values: { userName, owner } } },
    waitingAs: ({ undo }) => (undo ? 'users:own.undoOf' : 'users:command.takeOwnership.of'),
    call: ({ userName, undo }, { reason }, idempotencyKey) =>
      takeOwnership.initiate({ userName, idempotencyKey, ...(undo && { undo }), ...withReason(reason) }),
    undo: ({ userName }) => ownershipRequested({ userName, undo: true }),
    undone: 'users:own.undone',
  }),
  'users/resendInvite': sagaOf(resendInviteRequested, {
    words: () => 'resendInvite',
    waitingAs: () => 'users:command.resendInvite.of',
    call: ({ userId }, _answer, idempotencyKey) => inviteApi.endpoints.resendInvite.initiate({ userId, idempotencyKey }),
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
    call: ({ userId, required }) => requireMfa.initiate({ userId, body: { required } }),
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
