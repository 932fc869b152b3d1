/** Asks the user from a saga: `const answer = yield* confirm({ … })`. */
import { sessionAbandoned } from '@api/client/sessionEvents.ts';
import {
  type Question,
  type QuestionAnswer,
  questionAnswered,
  questionAsked,
  questionWithdrawn,
} from '../notices/questions.slice.ts';
import { call, newId, put, race, type Saga, take } from './effects.ts';

export type Answer = Omit<QuestionAnswer, 'id'>;

/** Asks and waits. Cancelling the saga withdraws the question; the end of the session counts as declined. */
export const confirm = (question: Omit<Question, 'id'>): Saga<Answer> => call(ask, question);

function* ask(question: Omit<Question, 'id'>): Saga<Answer> {
  const id = newId();
  const isMine = (action: unknown): action is ReturnType<typeof questionAnswered> =>
    questionAnswered.match(action) && action.payload.id === id;
  yield* put(questionAsked({ ...question, id }));
  try {
    const { answered } = yield* race({ answered: take(isMine), over: take(sessionAbandoned.match) });
    return answered?.payload ?? { confirmed: false };
  } finally {
    // No-op if it was answered.
    yield* put(questionWithdrawn(id));
  }
}
