/** What was refused lately. */
import type { ConnectionAttempt } from '@api/contract/identityProviders.shapes.ts';

const HOUR_MS = 3_600_000;

interface Dated {
  readonly at: string;
}

export const ofLastHour = (items: readonly Dated[], now: number): number =>
  items.filter(({ at }) => Date.parse(at) > now - HOUR_MS).length;

/** A dry run shuts nobody out, and neither does a logout. */
export const isRefusedLogin = ({ purpose, outcome }: ConnectionAttempt): boolean =>
  outcome === 'refused' && purpose !== 'test' && purpose !== 'logout';

/** The newest item of each problem, newest first, with the number of all of its kind. @param items newest first */
export function newestOfEach<Problem extends string>(
  items: readonly (Dated & { readonly problem: Problem | null })[],
  limit: number,
): readonly (Dated & { readonly problem: Problem; readonly count: number })[] {
  const found = new Map<Problem, Dated & { problem: Problem; count: number }>();
  for (const { at, problem } of items) {
    if (problem === null) continue;
    const same = found.get(problem);
    if (same) same.count += 1;
    else found.set(problem, { at, problem, count: 1 });
  }
  return [...found.values()].slice(0, limit);
}
