/** What a row of the table of limits says. */
import type { ProblemCode } from '../../api/contract/problem.ts';

export interface Limit {
  readonly size: number;
  readonly min?: number;
  readonly max?: number;
  /** What is counted, and for whom, as docs/configuration.md says it. */
  readonly counts: string;
  /** The window of a rate limit; hits are counted in the database, by all processes together. */
  readonly windowMs?: number;
  /** What takes a hit back; without it, why nothing does. Of a rate limit only: whatever is deleted makes room in the others. */
  readonly givenBack?: string;
  /** What the caller who is refused reads; else what happens in place of a refusal. */
  readonly reads: ProblemCode | { readonly instead: string };
}
