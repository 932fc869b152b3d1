/** Questions that sagas ask before they act, shown one at a time in order. */
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { Message, Phrase } from './message.ts';

export interface Question {
  readonly id: string;
  readonly title: Phrase;
  /** What will happen, and to which user. */
  readonly body: Message;
  /** Label of the confirming button. */
  readonly confirm: Phrase;
  /** Destructive: red, and never the default button. */
  readonly danger: boolean;
  /** Whether a reason is asked for, which is stored in the audit. */
  readonly reason: 'none' | 'optional' | 'required';
  /** An additional checkbox. */
  readonly extra?: Phrase;
}

export interface QuestionAnswer {
  readonly id: string;
  readonly confirmed: boolean;
  readonly reason?: string;
  readonly extra?: boolean;
}

const without = (questions: Question[], id: string): Question[] => questions.filter((question) => question.id !== id);

const questionsSlice = createSlice({
  name: 'questions',
  initialState: [] as Question[],
  reducers: {
    questionAsked: (questions, { payload }: PayloadAction<Question>) => [...questions, payload],
    questionAnswered: (questions, { payload }: PayloadAction<QuestionAnswer>) => without(questions, payload.id),
    questionWithdrawn: (questions, { payload }: PayloadAction<string>) => without(questions, payload),
  },
  selectors: { selectQuestion: (questions): Question | undefined => questions[0] },
});

export const { questionAsked, questionAnswered, questionWithdrawn } = questionsSlice.actions;
export const { selectQuestion } = questionsSlice.selectors;
export { questionsSlice };
