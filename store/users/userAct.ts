/** Builds an act on one account: finds its phrases by name, and updates the user's row on every screen afterwards. */
import type { ActionCreatorWithPayload, UnknownAction } from '@reduxjs/toolkit';
import type { ClientProblem } from '@api/client/clientProblem.ts';
import { isOutcomeUnknown } from '@api/client/problemMeaning.ts';
import { usersApi } from '@api/client/users.api.ts';
import type { OfferedAction } from '@api/contract/actions.ts';
import type { UserDetail } from '@api/contract/users.shapes.ts';
import type { Phrase, PhraseKey } from '../notices/message.ts';
import type { Question } from '../notices/questions.slice.ts';
import { type Act, actSaga, type Repeatable, success } from '../saga/act.ts';
import { put, type Saga } from '../saga/effects.ts';
import { request, type Result } from '../saga/request.ts';
import { userChanged, userGone } from './changedUsers.slice.ts';

/** Acts that take nothing from the user and mail nothing, so they happen without a question; each names `actions:….done`. */
const unconfirmedWords = ['unlock', 'enable'] as const;
type UnconfirmedWords = (typeof unconfirmedWords)[number];
/** Each names the phrases `actions:….title`, `.body` and `.confirm`, and `.done` unless the act has its own notice. */
type ConfirmedWords =
  | Exclude<OfferedAction, UnconfirmedWords | 'impersonate'>
  | 'requireMfa'
  | 'exemptMfa'
  | 'endSession'
  | 'resetPasskeys'
  | 'revokeApiKey';
type ActWords = ConfirmedWords | UnconfirmedWords;

const isUnconfirmed = (words: ActWords): words is UnconfirmedWords => unconfirmedWords.some((word) => word === words);

export interface ByName extends Repeatable {
  readonly userName: string;
  /** First and last name, by which the question calls the user; the user name if not set. */
  readonly name?: string;
  /** An undo asks nothing. */
  readonly undo?: boolean;
  /** Asks nothing, as the command named the user; the act can be undone, or the command said what it does. */
  readonly unasked?: boolean;
}

interface NamedAct<Payload, Reply> extends Pick<Act<Payload, Reply>, 'call'> {
  readonly danger?: (payload: Payload) => boolean;
  /** Replaces parts of the question where its phrases are not enough. */
  readonly question?: (payload: Payload) => Partial<Question>;
  /** The server carries the act out once for each key. */
  readonly repeatable?: true;
  readonly undo?: (payload: Payload) => UnknownAction;
  /** The notice of the undo, if it has its own. */
  readonly undone?: PhraseKey;
  readonly keyOf?: (payload: Payload) => string;
}

type DoneOf<Payload, Reply> = NonNullable<Act<Payload, Reply>['done']>;
/** An act whose words have no `.done`, as a recovery code is shown in a dialog, says itself what follows. */
type UserAct<Payload, Reply> = NamedAct<Payload, Reply> &
  (
    | { readonly words: (payload: Payload) => ActWords; readonly done: DoneOf<Payload, Reply> }
    | { readonly words: (payload: Payload) => Exclude<ActWords, 'recoveryCode'>; readonly done?: never }
  );

const isMissing = (problem: ClientProblem): boolean => problem.kind === 'problem' && problem.status === 404;
const isOutOfDate = (problem: ClientProblem): boolean =>
  isMissing(problem) || (problem.kind === 'problem' && problem.status === 409);

const isUserDetail = (reply: unknown): reply is UserDetail => typeof reply === 'object' && reply !== null && 'userName' in reply;

/** Updates the user's row, or removes it if the user no longer exists. */
export function* refetchUser(userName: string): Saga {
  const call = usersApi.endpoints.fetchUser.initiate({ userName }, { forceRefetch: true });
  const response = yield* request(call, { problemsShownBy: 'caller' });
  if (response.ok) yield* put(userChanged(response.value));
  else if (isMissing(response.problem)) yield* put(userGone(userName));
}

/** The answer to a further attempt may be that of the first one; since then, others may have changed the user. */
export function* updateRow({ userName, again }: ByName, result: Result<unknown>): Saga {
  if (result.ok && isUserDetail(result.value) && !again) yield* put(userChanged(result.value));
  else if (result.ok || isOutcomeUnknown(result.problem) || isOutOfDate(result.problem)) yield* refetchUser(userName);
}

export const unanswered = ({ userName }: ByName): Phrase => ({ phrase: 'users:unanswered', values: { userName } });

export function userAct<Payload extends ByName, Reply>(
  requested: ActionCreatorWithPayload<Payload>,
  act: UserAct<Payload, Reply>,
): () => Saga {
  const { danger, question, call, repeatable, undo, undone, keyOf = ({ userName }: ByName) => userName } = act;
  const done: DoneOf<Payload, Reply> =
    act.done ??
    ((payload) =>
      success(
        {
          phrase: payload.undo && undone ? undone : `actions:${act.words(payload)}.done`,
          values: { userName: payload.userName },
        },
        undo && !payload.undo ? { action: { label: { phrase: 'users:undo' }, dispatch: undo(payload) } } : {},
      ));
  return actSaga<Payload, Reply>(requested, {
    keyOf: (payload) => (payload.undo ? `undo ${keyOf(payload)}` : keyOf(payload)),
    question: (payload) => {
      const { userName, name: shownName = userName, undo: isUndo = false, unasked = false } = payload;
      const name = act.words(payload);
      if (isUndo || unasked || isUnconfirmed(name)) return undefined;
      return {
        title: { phrase: `actions:${name}.title`, values: { name: shownName } },
        body: { phrase: `actions:${name}.body`, values: { userName } },
        confirm: { phrase: `actions:${name}.confirm` },
        danger: danger?.(payload) ?? false,
        reason: 'none',
        ...question?.(payload),
      };
    },
    call,
    ...(repeatable && { repeatable: unanswered }),
    settled: updateRow,
    done,
  });
}
