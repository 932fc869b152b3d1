/**
 * Changes a document that a directory has sent: each operation of a PATCH is a command with a value, and never a path into an
 * object.
 */
import { invalid } from './errors.ts';
import { plainName } from './filter.ts';
import { asList, asText, isList, isObject, nameIn, valueOf, withValue, type Json, type JsonObject } from './json.ts';
import { elementOf, matches } from './matches.ts';
import { parsePath, type Path } from './path.ts';

export interface Command {
  readonly op: 'add' | 'replace' | 'remove';
  /** Null: the value names the attributes. */
  readonly path: Path | null;
  readonly value: Json | undefined;
}

const MAX_OPERATIONS = 1000;
const MAX_ELEMENTS = 1000;

/** @throws invalidSyntax, invalidPath */
export function readCommands(body: JsonObject): Command[] {
  const operations = valueOf(body, 'Operations');
  if (!isList(operations)) throw invalid('invalidSyntax', 'syntax', 'Operations are missing.');
  if (operations.length > MAX_OPERATIONS) throw invalid('tooMany', 'tooLarge', 'There are too many operations.');
  return operations.map((operation) => {
    if (!isObject(operation)) throw invalid('invalidSyntax', 'syntax', 'An operation is no object.');
    const op = asText(valueOf(operation, 'op'))?.toLowerCase();
    if (op !== 'add' && op !== 'replace' && op !== 'remove')
      throw invalid('invalidSyntax', 'syntax', 'There is no such operation.');
    const path = valueOf(operation, 'path');
    const value = valueOf(operation, 'value');
    if (path == null || path === '') {
      if (op === 'remove') throw invalid('noTarget', 'path', 'What to remove is not named.');
      return { op, path: null, value };
    }
    if (typeof path !== 'string') throw invalid('invalidPath', 'path', 'The path is no text.');
    return { op, path: parsePath(path), value };
  });
}

/** @returns the document after the commands */
export const applyCommands = (document: JsonObject, commands: readonly Command[]): JsonObject =>
  commands.reduce(applyOne, document);

function applyOne(document: JsonObject, { op, path, value }: Command): JsonObject {
  if (path !== null) return atPath(document, op, path, value);
  if (!isObject(value)) throw invalid('invalidValue', 'value', 'Without a path the value has to be an object.');
  return Object.entries(value).reduce((changed, [name, inner]) => atName(changed, op, name, inner), document);
}

const EXTENSION = /^urn:/i;

/** A name as Entra sends it without a path: an attribute, one with a dot, or an extension with its attributes. */
function atName(document: JsonObject, op: Command['op'], name: string, value: Json): JsonObject {
  if (EXTENSION.test(name) && isObject(value)) {
    const plain = plainName(`${name}:`);
    if (plain === '') return applyOne(document, { op, path: null, value });
    const known = valueOf(document, name);
    return withValue(document, name, merged(isObject(known) ? known : {}, value));
  }
  return atPath(document, op, parsePath(name), value);
}

function atPath(document: JsonObject, op: Command['op'], path: Path, value: Json | undefined): JsonObject {
  if (path.schema === null) return change(document, op, path, value);
  // Entra sends the id of the manager alone.
  const sent =
    path.attribute.toLowerCase() === 'manager' && path.part === undefined && typeof value === 'string' ? { value } : value;
  const extension = valueOf(document, path.schema);
  return withValue(document, path.schema, change(isObject(extension) ? extension : {}, op, path, sent));
}

function change(object: JsonObject, op: Command['op'], path: Path, value: Json | undefined): JsonObject {
  const { attribute, filter, part } = path;
  const present = valueOf(object, attribute);
  if (filter) return withValue(object, attribute, changeElements(asList(present), op, { ...path, filter }, value));
  if (part !== undefined) {
    const complex = isObject(present) ? present : {};
    return withValue(object, attribute, withValue(complex, part, op === 'remove' ? undefined : (value ?? null)));
  }
  if (op === 'remove') return withValue(object, attribute, withoutElements(present, value));
  if (op === 'add' && isList(present)) return withValue(object, attribute, limited(union(present, asList(value))));
  if (isObject(present) && isObject(value)) return withValue(object, attribute, merged(present, value));
  return withValue(object, attribute, value ?? null);
}

function changeElements(
  elements: readonly Json[],
  op: Command['op'],
  { filter, part }: Path & { readonly filter: NonNullable<Path['filter']> },
  value: Json | undefined,
): readonly Json[] {
  const isMatch = (element: Json) => matches(element, filter);
  if (op === 'remove')
    return part === undefined
      ? elements.filter((element) => !isMatch(element))
      : elements.map((element) => (isMatch(element) && isObject(element) ? withValue(element, part, undefined) : element));
  const set = (element: Json): Json => {
    if (part !== undefined) return withValue(isObject(element) ? element : {}, part, value ?? null);
    return isObject(element) && isObject(value) ? merged(element, value) : (value ?? null);
  };
  if (elements.some(isMatch)) return elements.map((element) => (isMatch(element) ? set(element) : element));
  const made = elementOf(filter);
  if (!made) throw invalid('noTarget', 'path', 'No element of the list is meant by the filter.');
  return limited([...elements, set(made)]);
}

/** Removes everything, or the elements that the value names, as Entra does. */
function withoutElements(present: Json | undefined, value: Json | undefined): Json | undefined {
  if (value == null || !isList(present)) return undefined;
  const gone = new Set(asList(value).map(keyOf));
  return present.filter((element) => !gone.has(keyOf(element)));
}

const union = (present: readonly Json[], added: readonly Json[]): Json[] => {
  const keys = new Set(present.map(keyOf));
  return [...present, ...added.filter((element) => !keys.has(keyOf(element)))];
};

/** Elements are the same by their value, else by all they hold. */
const keyOf = (element: Json): string => JSON.stringify((isObject(element) ? valueOf(element, 'value') : undefined) ?? element);

const merged = (present: JsonObject, value: JsonObject): JsonObject =>
  Object.entries(value).reduce((result, [name, inner]) => withValue(result, nameIn(result, name), inner), present);

function limited(elements: readonly Json[]): readonly Json[] {
  if (elements.length > MAX_ELEMENTS) throw invalid('tooMany', 'tooLarge', 'The list has too many elements.');
  return elements;
}
