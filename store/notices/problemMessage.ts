/** The words of a problem. SPEC.md point 8: the message of an object, a text as it is, else the unknown error. */
import type { ClientProblem } from '@api/client/clientProblem.ts';
import type { Message } from './message.ts';

export function problemMessage(problem: ClientProblem): Message {
  switch (problem.kind) {
    case 'problem':
      return { text: problem.body.message };
    case 'unreadable':
      return problem.text === undefined ? { phrase: 'common:error.unknown' } : { text: problem.text };
    case 'unsupportedProtocol':
      return { phrase: 'common:error.protocol' };
    default:
      return { phrase: `common:error.${problem.kind}` };
  }
}
