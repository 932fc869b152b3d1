/** The words of a problem, for every caller. SPEC.md point 8: the message of an object, a text as it is, else the unknown error. */
import { type ClientProblem, problemCode } from '@api/client/clientProblem.ts';
import { isAnswerLost, statusOf } from '@api/client/problemMeaning.ts';
import type { Message } from './message.ts';

const UNAUTHORIZED = 401;

/** Codes of problems that a question or a notice shows instead. */
const answered: readonly (string | undefined)[] = ['ConfirmIdentity', 'ReasonRequired', 'ApprovalNeeded'];

/** False for a problem that the user caused or has read elsewhere. */
export const needsMessage = (problem: ClientProblem): boolean =>
  problem.kind !== 'aborted' && statusOf(problem) !== UNAUTHORIZED && !answered.includes(problemCode(problem));

export function problemMessage(problem: ClientProblem): Message {
  switch (problem.kind) {
    case 'problem':
      return { text: problem.body.message };
    case 'unreadable':
      if (isAnswerLost(problem)) return { phrase: 'common:error.network' };
      return problem.text === undefined ? { phrase: 'common:error.unknown' } : { text: problem.text };
    case 'unsupportedProtocol':
      return { phrase: 'common:error.protocol' };
    default:
      return { phrase: `common:error.${problem.kind}` };
  }
}
