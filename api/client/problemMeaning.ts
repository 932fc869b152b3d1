/**
 * What a failed call means to every caller: queries, acts, operations on many users, uploads, downloads, the login and public pages.
 * `store/notices/problemMessage.ts` has the words.
 */
import type { ClientProblem } from './clientProblem.ts';

type Answer = 'missing' | 'unreadableSuccess' | 'foreignRefusal' | 'ownRefusal' | 'cancelled' | 'notSent';

interface Meaning {
  /** The user reads that the connection was lost; otherwise what the answer says, or that the error is unknown. */
  readonly isLost: boolean;
  /** The server may have carried the call out, so that data on the page may be out of date. */
  readonly isOutcomeUnknown: boolean;
}

const meanings: Readonly<Record<Answer, Meaning>> = {
  /** Offline, cut off, or a proxy that gave up waiting (504 without a text). */
  missing: { isLost: true, isOutcomeUnknown: true },
  /** A status below 400 with a body that the server does not send. */
  unreadableSuccess: { isLost: true, isOutcomeUnknown: true },
  /** A status of 400 or above from a proxy or a firewall, before or after the server carried the call out. */
  foreignRefusal: { isLost: false, isOutcomeUnknown: true },
  ownRefusal: { isLost: false, isOutcomeUnknown: false },
  cancelled: { isLost: false, isOutcomeUnknown: true },
  notSent: { isLost: false, isOutcomeUnknown: false },
};

const FIRST_ERROR_STATUS = 400;

function answerOf(problem: ClientProblem): Answer {
  switch (problem.kind) {
    case 'problem':
      return 'ownRefusal';
    case 'unreadable':
      return problem.status < FIRST_ERROR_STATUS ? 'unreadableSuccess' : 'foreignRefusal';
    case 'aborted':
      return 'cancelled';
    case 'unsupportedProtocol':
      return 'notSent';
    default:
      return 'missing';
  }
}

export const isAnswerLost = (problem: ClientProblem): boolean => meanings[answerOf(problem)].isLost;

export const isOutcomeUnknown = (problem: ClientProblem): boolean => meanings[answerOf(problem)].isOutcomeUnknown;

/** HTTP status of a response that arrived. */
export const statusOf = (problem: ClientProblem): number | undefined => ('status' in problem ? problem.status : undefined);
