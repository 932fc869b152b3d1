/** Which attributes of a resource are returned (RFC 7644, 3.9): each may be named with its schema (3.10). */
import { plainName } from './filter.ts';
import { isList, isObject, type Json, type JsonObject } from './json.ts';
import { parameter, type Query } from './paging.ts';

const MAX_LENGTH = 2000;
/** Attributes that are always returned. */
const ALWAYS = new Set(['id', 'schemas']);

/** Names of attributes, each with all parts or with some. */
type Names = ReadonlyMap<string, 'all' | ReadonlySet<string>>;

export interface Wanted {
  readonly only: Names;
  readonly without: Names;
}

export const wantedOf = (query: Query): Wanted => ({
  only: namesOf(parameter(query, 'attributes')),
  without: namesOf(parameter(query, 'excludedAttributes')),
});

function namesOf(text = ''): Names {
  const names = new Map<string, 'all' | Set<string>>();
  const add = (name: string, part: string | undefined) => {
    const known = names.get(name);
    if (part === undefined || known === 'all') names.set(name, 'all');
    else if (known) known.add(part);
    else names.set(name, new Set([part]));
  };
  for (const given of text.slice(0, MAX_LENGTH).split(',')) {
    const name = plainName(given.trim());
    // Of an extension the last word is its attribute, or the last of its own name.
    const at = name.startsWith('urn:') ? name.lastIndexOf(':') : name.indexOf('.');
    if (name === '') continue;
    if (name.startsWith('urn:') || at < 0) add(name, undefined);
    if (at > 0) add(name.slice(0, at), name.slice(at + 1));
  }
  return names;
}

const isRestricted = ({ only, without }: Wanted): boolean => only.size > 0 || without.size > 0;

/** @param attribute the name in lower case */
export const isWanted = ({ only, without }: Wanted, attribute: string): boolean =>
  (only.size === 0 || only.has(attribute)) && without.get(attribute) !== 'all';

export function project(resource: JsonObject, wanted: Wanted): JsonObject {
  if (!isRestricted(wanted)) return resource;
  return Object.fromEntries(
    Object.entries(resource).flatMap(([name, value]): [string, Json][] => {
      const key = name.toLowerCase();
      if (ALWAYS.has(key)) return [[name, value]];
      if (!isWanted(wanted, key)) return [];
      return [[name, withoutParts(value, wanted.only.get(key) ?? 'all', wanted.without.get(key))]];
    }),
  );
}

function withoutParts(value: Json, only: 'all' | ReadonlySet<string>, without: 'all' | ReadonlySet<string> | undefined): Json {
  if (isList(value)) return value.map((element) => withoutParts(element, only, without));
  if (!isObject(value)) return value;
  const isPart = (name: string) => {
    const key = name.toLowerCase();
    return (
      (only === 'all' || only.has(key) || [...only].some((part) => part.startsWith(`${key}.`))) &&
      !(without instanceof Set && without.has(key))
    );
  };
  return Object.fromEntries(Object.entries(value).filter(([name]) => isPart(name)));
}
