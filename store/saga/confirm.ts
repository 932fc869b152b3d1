/** A saga asks a person: `const answer = yield* confirm({ … })`. */
import { sessionGivenUp } from '@api/client/sessionEvents.ts';
import {
  type Question,
  type QuestionAnswer,
  questionAnswered,
  questionAsked,
  questionWithdrawn,
} from '../notices/questions.slice.ts';
import { newId, put, race, type Saga, take } from './effects.ts';

export type Answer = Omit<QuestionAnswer, 'id'>;

/** Asks and waits. A question goes with its saga when that is cancelled, and with the session: then it counts as declined. */
export function* confirm(question: Omit<Question, 'id'>): Saga<Answer> {
  const id = newId();
  const isMine = (action: unknown): action is ReturnType<typeof questionAnswered> =>
    questionAnswered.match(action) && action.payload.id === id;
  yield* put(questionAsked({ ...question, id }));
  try {
    const { answered } = yield* race({ answered: take(isMine), over: take(sessionGivenUp.match) });
    return answered?.payload ?? { confirmed: false };
  } finally {
    // Where it was answered there is none any more.
    yield* put(questionWithdrawn(id));
  }
}
