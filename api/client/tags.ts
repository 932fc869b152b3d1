/** Cache tags. Every change is audited, so every change invalidates the audit. */
import type { ClientProblem } from './clientProblem.ts';
import { isOutcomeUnknown, statusOf } from './problemMeaning.ts';

export const tagTypes = [
  /** The signed-in user and their permissions. */
  'Self',
  /** Users as administrators see them: lists, counts, details, diagnoses. */
  'Account',
  /** Operations on many users. */
  'Operation',
  /** The user's own MFA. */
  'Mfa',
  /** The user's own sessions. */
  'Session',
  'ApiKey',
  /** The user's own passkeys. */
  'Passkey',
  'EmailPreferences',
  'FontSize',
  'Organisation',
  /** Saved views of the users list. */
  'View',
  /** Saved reports of the audit. */
  'Report',
  /** Exports of the audit. */
  'Export',
  /** Registered applications. */
  'Application',
  /** Roles and their user counts. */
  'Role',
  'Audit',
  /** Support tickets. */
  'Ticket',
  /** The last directory sync. */
  'Sync',
  /** People who come from other systems. */
  'Import',
  /** Keys, requests and groups of an organisation's directory. */
  'Provisioning',
  /** Domains of an organisation. */
  'Domain',
  /** Identity providers of an organisation, and whom they log in. */
  'Connection',
] as const;
export type Tag = (typeof tagTypes)[number];

/** Refusals that prove that nothing changed and that the cached data is no older than before. */
const provesNoChange = (problem: ClientProblem): boolean =>
  !isOutcomeUnknown(problem) && [undefined, 400, 401, 403, 413, 415, 429].includes(statusOf(problem));

/**
 * `invalidatesTags` of a mutation. Also invalidates when the response is lost, and when the refusal shows that the page was out
 * of date (404, 409, 410).
 */
export const invalidates =
  (...tags: Tag[]) =>
  (_reply: unknown, problem: ClientProblem | undefined): Tag[] =>
    problem && provesNoChange(problem) ? [] : [...tags, 'Audit'];

/** `invalidatesTags` of a request that changes the signed-in user. Outcomes other than `SignedIn` invalidate nothing yet. */
export const invalidatesAll = (reply: unknown, problem: ClientProblem | undefined): Tag[] => {
  const isPendingLogin = typeof reply === 'object' && reply !== null && 'outcome' in reply && reply.outcome !== 'SignedIn';
  return isPendingLogin || (problem && provesNoChange(problem)) ? [] : [...tagTypes];
};
