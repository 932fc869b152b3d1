/** JSON as directories send it: names of attributes without regard to case, and booleans as words. */
import { isWithinLimits } from '../../http/jsonLimits.ts';
import { invalid } from './errors.ts';

export type Json = string | number | boolean | null | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [name: string]: Json;
}

const MAX_DEPTH = 12;
/** Maximum for an object: directories send a few dozen. */
const MAX_ATTRIBUTES = 200;
/** Maximum of values in a body: a PUT of a group has five for each of its thousands of members. */
const MAX_VALUES = 150_000;

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
export const isList = (value: unknown): value is readonly Json[] => Array.isArray(value);
export const asList = (value: Json | undefined): readonly Json[] => (value == null ? [] : isList(value) ? value : [value]);

/** Names that mean something to JavaScript are no attributes. */
export const isAttribute = (name: string): boolean => name !== '__proto__' && name !== 'constructor' && name !== 'prototype';

/** @returns an object without such names, at most twelve levels deep. @throws invalidSyntax, tooMany */
export function parseObject(text: string): JsonObject {
  if (!isWithinLimits(text, { depth: Infinity, values: MAX_VALUES }))
    throw invalid('tooMany', 'tooLarge', 'The body has too many values.');
  if (!isWithinLimits(text, { depth: MAX_DEPTH, values: Infinity }))
    throw invalid('invalidSyntax', 'syntax', 'The body is nested too deeply.');
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    throw invalid('invalidSyntax', 'syntax', 'The body is no JSON.');
  }
  if (!isObject(parsed)) throw invalid('invalidSyntax', 'syntax', 'The body is no JSON object.');
  clean(parsed, MAX_DEPTH);
  return parsed;
}

/** Changes the parsed body itself, since a copy of a large one takes as long as parsing it. */
function clean(value: unknown, depth: number): void {
  if (typeof value !== 'object' || value === null) return;
  if (depth === 0) throw invalid('invalidSyntax', 'syntax', 'The body is nested too deeply.');
  if (Array.isArray(value)) {
    for (const item of value) clean(item, depth - 1);
    return;
  }
  const object = value as Record<string, unknown>;
  const names = Object.keys(object);
  requireFew(names);
  for (const name of names) {
    if (isAttribute(name)) clean(object[name], depth - 1);
    else Reflect.deleteProperty(object, name);
  }
}

function requireFew(entries: readonly unknown[]): void {
  if (entries.length > MAX_ATTRIBUTES) throw invalid('tooMany', 'tooLarge', 'An object has too many attributes.');
}

/** The name under which an attribute is there already, or the given one. */
const nameIn = (object: JsonObject, name: string): string =>
  Object.keys(object).find((known) => known.toLowerCase() === name.toLowerCase()) ?? name;

/** Reads a value by any spelling of the name. */
export function valueOf(object: JsonObject, name: string): Json | undefined {
  const known = nameIn(object, name);
  return Object.hasOwn(object, known) ? object[known] : undefined;
}

/** A copy with the value; undefined removes it. Names become own properties, whatever they are. */
export function withValue(object: JsonObject, name: string, value: Json | undefined): JsonObject {
  const known = nameIn(object, name);
  const others = Object.entries(object).filter(([other]) => other !== known);
  requireFew(others);
  if (value === undefined) return Object.fromEntries(others);
  return isAttribute(known) ? Object.fromEntries([...others, [known, value]]) : object;
}

/** A copy with the attributes of another object. */
export const merged = (present: JsonObject, value: JsonObject): JsonObject =>
  Object.entries(value).reduce((result, [name, inner]) => withValue(result, name, inner), present);

/** Reads a boolean, which Entra sends as `"False"`. @returns undefined for any other value */
export function asBoolean(value: Json | undefined): boolean | undefined {
  if (typeof value === 'boolean') return value;
  const word = typeof value === 'string' ? value.trim().toLowerCase() : undefined;
  return word === 'true' ? true : word === 'false' ? false : undefined;
}

export const asText = (value: Json | undefined): string | undefined =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : undefined;
