/** Why a download has failed: what the server says, or that it was cut off. */
import type { TFunction } from 'i18next';
import type { ClientProblem } from '@api/client/clientProblem.ts';
import { isAnswerLost } from '@api/client/problemMeaning.ts';
import { problemText } from './submission.ts';

export const downloadProblemText = (problem: ClientProblem, t: TFunction<['audit', 'common']>): string =>
  isAnswerLost(problem) ? t('audit:export.failed') : problemText(problem, t as unknown as TFunction);
