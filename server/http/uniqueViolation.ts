/** Maps unique violations to problems: with concurrent writes only the database knows which came first. */
import type { Problem } from './problem.ts';

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
