/** A saga asks a person: `const answer = yield* confirm({ … })`. */
import { sessionGivenUp } from '@api/client/facts.ts';
import {
  type Question,
  type QuestionAnswer,
  questionAnswered,
  questionAsked,
  questionWithdrawn,
} from '../notices/questions.slice.ts';
import { newId, put, race, type Saga, take } from './effects.ts';

export type Answer = Omit<QuestionAnswer, 'id'>;

/** Asks and waits. When its saga is cancelled or the session is over, the question is withdrawn and counts as declined. */
export function* confirm(question: Omit<Question, 'id'>): Saga<Answer> {
  const id = newId();
  const isMine = (action: unknown): action is ReturnType<typeof questionAnswered> =>
    questionAnswered.match(action) && action.payload.id === id;
  yield* put(questionAsked({ ...question, id }));
  let answer: Answer | undefined;
  try {
    answer = (yield* race({ answered: take(isMine), over: take(sessionGivenUp.match) })).answered?.payload;
    return answer ?? { confirmed: false };
  } finally {
    if (!answer) yield* put(questionWithdrawn(id));
  }
}
