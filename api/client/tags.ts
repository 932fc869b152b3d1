/** The vocabulary of freshness: what a query shows, and what a call changes. Every change is audited, so every change makes the audit stale. */
import { type ClientProblem, isAnswerLost } from './clientProblem.ts';

export const tagTypes = [
  /** Who is signed in, and what they may do. */
  'Self',
  /** What administrators see of people: lists, counts, details, diagnoses. */
  'Account',
  /** The own MFA. */
  'Mfa',
  /** The own sessions. */
  'Session',
  'ApiKey',
  'EmailPreferences',
  'FontSize',
  'Organisation',
  /** Roles and how many have them. */
  'Role',
  'Audit',
  /** The last directory sync. */
  'Sync',
] as const;
export type Tag = (typeof tagTypes)[number];

/** Refusals that prove that nothing changed and that what was shown is no older than before. */
const changedNothing = (problem: ClientProblem): boolean =>
  problem.kind === 'unsupportedProtocol' ||
  (!isAnswerLost(problem) && 'status' in problem && [400, 401, 403, 413, 415, 429].includes(problem.status));

/**
 * `invalidatesTags` of a call that changes these things. They also become stale when the answer is lost, and when the server's
 * refusal shows that the page was behind (404, 409, 410).
 */
export const changes =
  (...tags: Tag[]) =>
  (_reply: unknown, problem: ClientProblem | undefined): Tag[] =>
    problem && changedNothing(problem) ? [] : [...tags, 'Audit'];

/** `invalidatesTags` of a call after which the server takes this browser for somebody else. A sign-in half done shows nothing new yet. */
export const changesEverything = (reply: unknown, problem: ClientProblem | undefined): Tag[] => {
  const halfDone = typeof reply === 'object' && reply !== null && 'outcome' in reply && reply.outcome !== 'SignedIn';
  return halfDone || (problem && changedNothing(problem)) ? [] : [...tagTypes];
};
