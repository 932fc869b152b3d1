/** A problem is thrown where it is found and becomes the one error body at the edge. */
import { problemStatus, type ProblemCode } from '../../api/contract/problem.ts';
import type { RuleCode } from '../../api/contract/rules/rule.ts';

/** What is wrong with one field: a broken rule, or a problem of its own such as a taken name. */
export type FieldFault =
  { rule: RuleCode; values?: Readonly<Record<string, string | number>> | undefined } | { problem: ProblemCode };

export interface ProblemOptions {
  fields?: Readonly<Record<string, FieldFault>>;
  /** Values of the phrase. */
  values?: Readonly<Record<string, string | number>>;
  retryAfterSeconds?: number;
  headers?: Readonly<Record<string, string>>;
  cause?: unknown;
}

export class Problem extends Error {
  override readonly name = 'Problem';
  readonly code: ProblemCode;
  readonly options: ProblemOptions;

  constructor(code: ProblemCode, options: ProblemOptions = {}) {
    super(code, { cause: options.cause });
    this.code = code;
    this.options = options;
  }

  get status(): number {
    return problemStatus[this.code];
  }
}

export const problem = (code: ProblemCode, options?: ProblemOptions): Problem => new Problem(code, options);

/** One field is wrong: `Invalid` with that field's fault. */
export const invalidField = (field: string, rule: RuleCode, values?: Readonly<Record<string, string | number>>): Problem =>
  problem('Invalid', { fields: { [field]: { rule, values } } });
