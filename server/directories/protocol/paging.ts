/** Lists: a page by index, in an order that never changes. */
import type { Json, JsonObject } from './json.ts';
import { MAX_RESULTS } from './schemas.ts';

interface Page {
  readonly startIndex: number;
  readonly count: number;
}

export type Query = Readonly<Record<string, unknown>>;

const DEFAULT_COUNT = 100;

/** The first value of a parameter that is given twice; directories add some of their own. */
export const parameter = (query: Query, name: string): string | undefined => {
  const [, value] = Object.entries(query).find(([given]) => given.toLowerCase() === name.toLowerCase()) ?? [];
  const [first] = Array.isArray(value) ? (value as unknown[]) : [value];
  return typeof first === 'string' ? first : undefined;
};

const whole = (text: string | undefined, otherwise: number): number =>
  text !== undefined && /^[+-]?\d{1,9}$/.test(text.trim()) ? Number(text) : otherwise;

export const pageOf = (query: Query): Page => ({
  startIndex: Math.max(1, whole(parameter(query, 'startIndex'), 1)),
  count: Math.min(MAX_RESULTS, Math.max(0, whole(parameter(query, 'count'), DEFAULT_COUNT))),
});

export const listOf = (resources: readonly Json[], totalResults: number, { startIndex }: Page): JsonObject => ({
  schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
  totalResults,
  itemsPerPage: resources.length,
  startIndex,
  Resources: resources,
});
