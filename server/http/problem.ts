/** Thrown anywhere in the server; `errors.ts` turns it into the JSON error body. */
import type { ConnectionProblem } from '../../api/contract/identityProviders.problems.ts';
import { problemStatus, type ProblemCode } from '../../api/contract/problem.ts';
import type { RuleCode } from '../../api/contract/rules/rule.ts';

/** What a field of the call must be, for those who write programs. Each has a phrase `problem:BadRequest_…`. */
export type Expectation =
  | { readonly expected: 'oneOf'; readonly values: { readonly values: string } }
  | {
      readonly expected: 'least' | 'most' | 'fewest' | 'mostEntries';
      readonly values: { readonly limit: number };
    }
  | {
      readonly expected:
        | 'unknownField'
        | 'text'
        | 'number'
        | 'integer'
        | 'boolean'
        | 'list'
        | 'object'
        | 'uuid'
        | 'time'
        | 'timeZone'
        | 'future'
        | 'value';
      readonly values?: never;
    };

/**
 * One invalid field: a violated rule, a value that the call does not take, a problem code such as a taken name, or a fault of an identity
 * provider's metadata.
 */
export type FieldFault =
  | Expectation
  | { rule: RuleCode; values?: Readonly<Record<string, string | number>> | undefined }
  | { problem: Exclude<ProblemCode, 'BadRequest'> }
  | { metadata: ConnectionProblem };

export interface ProblemOptions {
  fields?: Readonly<Record<string, FieldFault>>;
  /** Placeholders of the message. */
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

/** `Invalid` with a single field. */
export const invalidField = (field: string, rule: RuleCode, values?: Readonly<Record<string, string | number>>): Problem =>
  problem('Invalid', { fields: { [field]: { rule, values } } });
