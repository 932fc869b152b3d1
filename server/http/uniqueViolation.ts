/** Tells which unique rule of the store a write broke: two people can ask for one name at once, and only the store knows who was first. */
import type { Problem } from './problem.ts';

const UNIQUE_VIOLATION = '23505';

/** Runs `work`; a broken unique index named in `problems` becomes that problem. */
export async function withUnique<T>(problems: Readonly<Record<string, () => Problem>>, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const { code, constraint } = error as { code?: string; constraint?: string };
    const known = code === UNIQUE_VIOLATION && constraint !== undefined ? problems[constraint] : undefined;
    throw known ? known() : error;
  }
}
