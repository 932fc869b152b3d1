/** Maps violated constraints to problems: with concurrent writes only the database knows which came first. */
import { problem, type Problem } from './problem.ts';

const UNIQUE_VIOLATION = '23505';

/** Runs `work`; a violated unique index named in `problems` throws that problem. */
export async function withUnique<T>(problems: Readonly<Record<string, () => Problem>>, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const { code, constraint } = error as { code?: string; constraint?: string };
    const known = code === UNIQUE_VIOLATION && constraint !== undefined ? problems[constraint] : undefined;
    throw known ? known() : error;
  }
}

/** Rules that triggers enforce at whatever write, and their problems. */
const enforced: Readonly<Record<string, () => Problem>> = { break_glass_minimum: () => problem('RequirementsMissing') };

/** The problem of a rule that a trigger enforces; undefined for any other error. */
export function enforcedProblem(error: unknown): Problem | undefined {
  const { constraint = '' } = (error ?? {}) as { readonly constraint?: string };
  return Object.hasOwn(enforced, constraint) ? enforced[constraint]?.() : undefined;
}
