/** Makes the saga of a simple action on an account from its entry. */
import type { UnknownAction } from '@reduxjs/toolkit';
import type { Once } from '@api/client/keyed.ts';
import type { Phrase, PhraseKey } from '../notices/message.ts';
import type { Question } from '../notices/questions.slice.ts';
import { delay, type Saga } from '../saga/effects.ts';
import type { Call } from '../saga/request.ts';
import { type ActionCreator, takeLeadingByKey } from '../saga/takeLeadingByKey.ts';
import { adminAction, type ConfirmedOptions, successNotice } from './adminAction.saga.ts';

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

export interface ByName {
  readonly userName: string;
  /** An undo; not confirmed. */
  readonly undo?: boolean;
}

interface SimpleAction<Payload, Reply> {
  readonly words: (payload: Payload) => ActionWords;
  readonly danger?: (payload: Payload) => boolean;
  /** Where the question differs from its phrases. */
  readonly question?: (payload: Payload) => Partial<Question>;
  readonly isUnasked?: (payload: Payload) => boolean;
  /** Its phrase while it waits for the connection; absent: it never waits. */
  readonly waitingAs?: (payload: Payload) => PhraseKey;
  readonly call: (payload: Payload, answer: ConfirmedOptions, once: Once) => Call<Reply>;
  /** Default: the notice of its phrases. */
  readonly done?: (payload: Payload, reply: Reply) => UnknownAction;
  readonly undo?: (payload: Payload) => UnknownAction;
  /** Where the undo has a notice of its own. */
  readonly undone?: PhraseKey;
  readonly keyOf?: (payload: Payload) => string;
}

const byUserName = ({ userName }: ByName): string => userName;

export function sagaOf<Payload extends ByName, Reply>(
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
      call: (answer, once) => call(payload, answer, once),
      done: (reply) => done(payload, reply),
    });
    if (isDone && !isAsked) yield* delay(DOUBLE_CLICK_MS);
  }
  const keyWithUndo = (payload: Payload): string => (payload.undo ? `undo ${keyOf(payload)}` : keyOf(payload));
  return () => takeLeadingByKey(requested, keyWithUndo, perform);
}
