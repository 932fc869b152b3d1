/** Results of a form submission: success, or errors by field and for the whole form. Known problems never reject. */
import { FORM_ERROR } from 'final-form';
import type { TFunction } from 'i18next';
import type { ClientProblem } from '@api/client/clientProblem.ts';
import { isAnswerLost, statusOf } from '@api/client/problemMeaning.ts';
import { problemMessage } from '@store/notices/problemMessage.ts';

/** Message above a form. `again`: retrying unchanged may help. */
export interface FormFailure {
  readonly message: string;
  readonly again: boolean;
}

export interface SubmitErrors {
  readonly [FORM_ERROR]?: FormFailure;
  readonly [field: string]: unknown;
}

export const formFailure = (message: string, again = false): SubmitErrors => ({ [FORM_ERROR]: { message, again } });

/** Translated message of a problem. */
export function problemText(problem: ClientProblem, t: TFunction): string {
  const message = problemMessage(problem);
  // Keys in the state are plain strings; a test checks each against the locales.
  return 'text' in message ? message.text : (t as unknown as (key: string) => string)(message.phrase);
}

const FIRST_SERVER_ERROR = 500;

const isTemporary = (problem: ClientProblem): boolean => isAnswerLost(problem) || (statusOf(problem) ?? 0) >= FIRST_SERVER_ERROR;

/** What each field expects, with an example, where the server only says that the value is not valid. */
export type Expectations = Readonly<Record<string, string>>;

/** A general text names the field as the contract does, in quotation marks, which says nothing to a user. */
const namesField = (text: string, name: string): boolean => ['“', '„', '"'].some((mark) => text.includes(mark + name));

/**
 * A problem as submit errors. `known`: the form's fields; errors of other fields go above the form. An error of one entry of a list is
 * that of the list.
 */
export function submitErrors(
  problem: ClientProblem,
  known: readonly string[],
  t: TFunction,
  expected: Expectations = {},
): SubmitErrors {
  const fields = Object.entries(problem.kind === 'problem' ? (problem.body.fields ?? {}) : {}).map(([path, message]) => {
    const [name = path] = path.split('.');
    return [name, namesField(message, name) ? (expected[name] ?? message) : message] as const;
  });
  const own = fields.filter(([name]) => known.includes(name));
  if (own.length > 0 && own.length === fields.length) return Object.fromEntries(own);
  const others = fields.filter(([name]) => !known.includes(name)).map(([, message]) => message);
  const message = others.length > 0 ? others.join(' ') : problemText(problem, t);
  return { ...Object.fromEntries(own), ...formFailure(message, isTemporary(problem)) };
}
