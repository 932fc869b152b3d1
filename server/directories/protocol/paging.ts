/** Lists: a page by index, in an order that never changes, and only the attributes that are wanted. */
import type { Json, JsonObject } from './json.ts';
import { isList, isObject } from './json.ts';
import { plainName } from './filter.ts';
import { MAX_RESULTS } from './schemas.ts';

export interface Page {
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

const names = (text: string | undefined): string[] =>
  (text ?? '')
    .slice(0, 2000)
    .split(',')
    .map((name) => plainName(name.trim()))
    .filter((name) => name !== '');

/** Attributes that are always returned. */
const ALWAYS = new Set(['id', 'schemas']);

export interface Wanted {
  readonly only: readonly string[];
  readonly without: readonly string[];
}

export const wantedOf = (query: Query): Wanted => ({
  only: names(parameter(query, 'attributes')),
  without: names(parameter(query, 'excludedAttributes')),
});

export const isWanted = ({ only, without }: Wanted, attribute: string): boolean =>
  (only.length === 0 || only.some((name) => name === attribute || name.startsWith(`${attribute}.`))) &&
  !without.includes(attribute);

export function project(resource: JsonObject, wanted: Wanted): JsonObject {
  if (wanted.only.length === 0 && wanted.without.length === 0) return resource;
  return Object.fromEntries(
    Object.entries(resource).flatMap(([name, value]): [string, Json][] => {
      const key = name.toLowerCase();
      if (ALWAYS.has(key)) return [[name, value]];
      if (!isWanted(wanted, key)) return [];
      return [[name, withoutParts(value, key, wanted)]];
    }),
  );
}

function withoutParts(value: Json, attribute: string, { only, without }: Wanted): Json {
  if (isList(value)) return value.map((element) => withoutParts(element, attribute, { only, without }));
  if (!isObject(value)) return value;
  const isAll = only.length === 0 || only.includes(attribute);
  return Object.fromEntries(
    Object.entries(value).filter(([part]) => {
      const path = `${attribute}.${part.toLowerCase()}`;
      return (isAll || only.includes(path)) && !without.includes(path);
    }),
  );
}
