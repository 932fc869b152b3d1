/**
 * Elements of multi-valued attributes (RFC 7643, 2.4). Value and type together tell one element from another; one element at most is
 * primary.
 */
import { isDeepStrictEqual } from 'node:util';
import { invalid } from './errors.ts';
import { asBoolean, asList, isList, isObject, merged, valueOf, withValue, type Json, type JsonObject } from './json.ts';

const MAX_ELEMENTS = 1000;

/** The elements of what was sent: an object or a text alone is an element. @throws invalidValue */
export function elementsOf(sent: Json | undefined): readonly JsonObject[] {
  const elements = asList(sent).filter((element) => element !== null);
  if (elements.length > MAX_ELEMENTS) throw invalid('tooMany', 'tooLarge', 'The list has too many elements.');
  return elements.map((element) => {
    if (isList(element)) throw invalid('invalidValue', 'value', 'An element of a list is no list.');
    return isObject(element) ? element : { value: element };
  });
}

const lower = (value: Json | undefined): Json | undefined => (typeof value === 'string' ? value.toLowerCase() : value);

/** Whether an element that was sent means one that is there. Without a type it means the value of any type. */
function isSameElement(present: JsonObject, sent: JsonObject): boolean {
  const value = valueOf(sent, 'value');
  if (value == null) return isDeepStrictEqual(present, sent);
  const type = lower(valueOf(sent, 'type'));
  return (
    isDeepStrictEqual(lower(valueOf(present, 'value')), lower(value)) &&
    (type == null || lower(valueOf(present, 'type')) === type)
  );
}

/** Adds elements; one that is there gets the parts that it has not had. */
export function union(present: readonly JsonObject[], added: readonly JsonObject[]): readonly JsonObject[] {
  const result = [...present];
  for (const element of added) {
    const index = result.findIndex((other) => isSameElement(other, element));
    const known = result[index];
    if (known === undefined) result.push(element);
    else result[index] = changed(known, merged(known, element));
  }
  return elementsOf(result);
}

export const without = (present: readonly JsonObject[], removed: readonly JsonObject[]): readonly JsonObject[] =>
  present.filter((element) => !removed.some((other) => isSameElement(element, other)));

/** Keeps the object if nothing is different, so that `withOnePrimary` knows which elements a change has touched. */
export const changed = (before: JsonObject, after: JsonObject): JsonObject => (isDeepStrictEqual(before, after) ? before : after);

export const isPrimary = (element: JsonObject): boolean => asBoolean(valueOf(element, 'primary')) === true;

/** A new primary element takes `primary` from the others; of several that are not new the first keeps it. */
export function withOnePrimary(before: readonly JsonObject[], after: readonly JsonObject[]): readonly JsonObject[] {
  const primaries = after.filter(isPrimary);
  if (primaries.length < 2) return after;
  const known = new Set(before);
  const chosen = primaries.findLast((element) => !known.has(element)) ?? primaries[0];
  return after.map((element) => (element !== chosen && isPrimary(element) ? withValue(element, 'primary', false) : element));
}

/** Whether an element says anything: its type alone does not. */
export const isAssigned = (element: JsonObject): boolean =>
  Object.entries(element).some(([name, value]) => !/^(?:type|primary)$/i.test(name) && value !== null);
