/** How sending a form ends: well, or with what is wrong, by field and for the form as a whole. It never rejects for a known problem. */
import { FORM_ERROR } from 'final-form';
import type { TFunction } from 'i18next';
import type { ClientProblem } from '@api/client/clientProblem.ts';

/** What stands above a form that could not be sent. `again`: sending the same once more may help. */
export interface FormFailure {
  readonly message: string;
  readonly again: boolean;
}

export interface SubmitErrors {
  readonly [FORM_ERROR]?: FormFailure;
  readonly [field: string]: unknown;
}

export const formFailure = (message: string, again = false): SubmitErrors => ({ [FORM_ERROR]: { message, again } });

/** The sentence for a problem, in the reader's language. */
export function problemMessage(problem: ClientProblem, t: TFunction): string {
  switch (problem.kind) {
    case 'problem':
      return problem.body.message;
    case 'unreadable':
      return problem.text ?? t('error.unknown');
    case 'unsupportedProtocol':
      return t('error.protocol');
    default:
      return t(`error.${problem.kind}`);
  }
}

const mayPass = (problem: ClientProblem): boolean =>
  problem.kind === 'network' ||
  problem.kind === 'timeout' ||
  (problem.kind !== 'aborted' && 'status' in problem && problem.status >= 500);

/**
 * A problem as submit errors. `known` are the fields the form has: what the server says of others, and the message where it
 * says nothing of a field, stands above the form.
 */
export function submitErrors(problem: ClientProblem, known: readonly string[], t: TFunction): SubmitErrors {
  const fields = problem.kind === 'problem' ? Object.entries(problem.body.fields ?? {}) : [];
  const own = fields.filter(([name]) => known.includes(name));
  if (own.length > 0 && own.length === fields.length) return Object.fromEntries(own);
  const others = fields.filter(([name]) => !known.includes(name)).map(([, message]) => message);
  const message = others.length > 0 ? others.join(' ') : problemMessage(problem, t);
  return { ...Object.fromEntries(own), ...formFailure(message, mayPass(problem)) };
}
