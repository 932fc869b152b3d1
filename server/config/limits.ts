/** All limits of the product, in one table. `test/registry/limits.test.ts` prints it into docs/configuration.md. */
import type { Limit } from './limit.ts';
import { visitorLimits } from './limits.visitors.ts';
import { userLimits } from './limits.users.ts';
import { whole } from './shape.ts';

export const limitTable = { ...visitorLimits, ...userLimits };

type LimitTable = typeof limitTable;
type LimitName = keyof LimitTable;

/** Limits of how often something may be done. */
export type RateLimitName = {
  [Name in LimitName]: LimitTable[Name] extends { readonly windowMs: number } ? Name : never;
}[LimitName];

const shapeOf = ({ size, min, max }: Limit) => whole(size, min, max);

/** Each limit is a setting of the same name. */
export const limits = Object.fromEntries(Object.entries(limitTable).map(([name, limit]) => [name, shapeOf(limit)])) as Readonly<
  Record<LimitName, ReturnType<typeof whole>>
>;
