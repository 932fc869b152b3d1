/**
 * Changes a document that a directory has sent (RFC 7644, 3.5.2): each operation of a PATCH is a command with a value, and never a path
 * into an object.
 */
import { isDeepStrictEqual } from 'node:util';
import { findAttribute, findExtension, findPart, type AttributeSchema, type ResourceSchema } from './attributes.ts';
import { changed, elementsOf, union, without, withOnePrimary } from './elements.ts';
import type { StepBudget } from './stepBudget.ts';
import { invalid } from './errors.ts';
import { plainName, termsOf, type Filter } from './filter.ts';
import { isList, isObject, merged, valueOf, withValue, type Json, type JsonObject } from './json.ts';
import { elementOf, matches } from './matches.ts';
import { parsePath, type Path } from './path.ts';
import type { Command } from './commands.ts';

/** @returns the document after the commands. @throws mutability, invalidPath, invalidValue, noTarget, tooMany */
export const applyCommands = (
  resource: ResourceSchema,
  document: JsonObject,
  commands: readonly Command[],
  budget: StepBudget,
): JsonObject => commands.reduce((result, command) => applyOne({ resource, budget }, result, command), document);

interface Scope {
  readonly resource: ResourceSchema;
  readonly budget: StepBudget;
}

function applyOne(scope: Scope, document: JsonObject, { op, path, value }: Command): JsonObject {
  if (path !== null) return atPath(scope, document, { op, path, value });
  if (!isObject(value)) throw invalid('invalidValue', 'value', 'Without a path the value has to be an object.');
  return Object.entries(value).reduce((result, [name, inner]) => atName(scope, result, op, name, inner), document);
}

/** A name as Entra sends it without a path: an attribute, one with a dot, or an extension with its attributes. */
function atName(scope: Scope, document: JsonObject, op: Command['op'], name: string, value: Json): JsonObject {
  if (/^urn:/i.test(name) && isObject(value)) {
    if (plainName(`${name}:`) === '') return applyOne(scope, document, { op, path: null, value });
    return atPath(scope, document, { op, path: { schema: null, attribute: name }, value });
  }
  const path = parsePath(name);
  // A directory may repeat what the server has set, which changes nothing.
  if (isRepeated(scope.resource, document, path, value)) return document;
  return atPath(scope, document, { op, path, value });
}

function isRepeated(resource: ResourceSchema, document: JsonObject, { schema, attribute }: Path, value: Json): boolean {
  const found = findAttribute(resource, schema, attribute);
  if (found?.mutability !== 'readOnly') return false;
  return (
    found.name === 'schemas' || (isList(value) && value.length === 0) || isDeepStrictEqual(value, valueOf(document, found.name))
  );
}

interface Step {
  readonly op: Command['op'];
  readonly path: Path;
  readonly value: Json | undefined;
}

function atPath(scope: Scope, document: JsonObject, step: Step): JsonObject {
  const { op, path, value } = step;
  const isWhole =
    findExtension(scope.resource, path.attribute) !== undefined || (path.schema === null && /^urn:/i.test(path.attribute));
  const found = isWhole ? undefined : findAttribute(scope.resource, path.schema, path.attribute);
  if (found) requireChangeable(found, step);
  if (path.schema === null) return change(scope, document, step, found);
  // Entra sends the id of the manager alone.
  const sent = found?.name === 'manager' && path.part === undefined && typeof value === 'string' ? { value } : value;
  const extension = valueOf(document, path.schema);
  return withValue(document, path.schema, change(scope, isObject(extension) ? extension : {}, { op, path, value: sent }, found));
}

const fixed = (name: string) => invalid('mutability', 'mutability', `"${name}" can’t be changed so.`);

/** @throws mutability for what is the server's, or is always there; invalidPath for a part of what has none */
export function requireChangeable(attribute: AttributeSchema, { op, path: { part, filter }, value }: Step): void {
  const { name, mutability, required, multiValued } = attribute;
  if (mutability !== 'readWrite') throw fixed(name);
  const isUnassigned = op === 'remove' || value == null || (isList(value) && value.length === 0);
  if (isUnassigned && part === undefined && (required || name === 'active')) throw fixed(name);
  if (filter && !multiValued) throw invalid('invalidPath', 'path', `"${name}" is no list.`);
  if (part === undefined) return;
  if (attribute.type !== 'complex') throw invalid('invalidPath', 'path', `"${name}" has no parts.`);
  if ((findPart(attribute, part)?.mutability ?? 'readWrite') !== 'readWrite') throw fixed(`${name}.${part}`);
}

function change({ budget }: Scope, object: JsonObject, step: Step, found: AttributeSchema | undefined): JsonObject {
  const { op, path, value } = step;
  const { attribute, filter, part } = path;
  const present = valueOf(object, attribute);
  budget.spend(1 + Object.keys(object).length);
  const set = (next: Json | undefined) => withValue(object, found?.name ?? attribute, next);
  const setList = (before: readonly JsonObject[], after: readonly JsonObject[]) => set(withOnePrimary(before, after));
  const isMany = found ? found.multiValued : isList(present);
  if (filter || (part !== undefined && isMany)) {
    const elements = elementsOf(present);
    return setList(elements, changeElements(budget, elements, { op, filter: filter ?? null, part, value }));
  }
  if (part !== undefined) {
    if (present !== undefined && !isObject(present)) throw invalid('invalidPath', 'path', `"${attribute}" has no parts.`);
    const complex = present ?? {};
    budget.spend(Object.keys(complex).length);
    return set(withValue(complex, part, op === 'remove' ? undefined : (value ?? undefined)));
  }
  if (isMany && (op === 'add' || (op === 'remove' && value != null))) {
    const [elements, sent] = [elementsOf(present), elementsOf(value)];
    budget.spend((elements.length + sent.length) * sent.length);
    return setList(elements, op === 'add' ? union(elements, sent) : without(elements, sent));
  }
  if (op === 'remove' || value == null) return set(undefined);
  if (isMany && found) return setList([], elementsOf(value));
  if (isObject(present) && isObject(value)) {
    budget.spend(Object.keys(present).length * Object.keys(value).length);
    return set(merged(present, value));
  }
  return set(value);
}

interface ElementStep {
  readonly op: Command['op'];
  /** Null: the path names a part of the list's only element. */
  readonly filter: Filter | null;
  readonly part: string | undefined;
  readonly value: Json | undefined;
}

function changeElements(
  budget: StepBudget,
  elements: readonly JsonObject[],
  { op, filter, part, value }: ElementStep,
): readonly JsonObject[] {
  if (filter === null && elements.length > 1)
    throw invalid('invalidPath', 'path', 'A filter has to name the element whose part is meant.');
  budget.spend(elements.length * (filter === null ? 1 : 1 + termsOf(filter)));
  const isMatch = (element: JsonObject) => filter === null || matches(element, filter);
  const change = (element: JsonObject): JsonObject => {
    if (part !== undefined) return withValue(element, part, op === 'remove' ? undefined : (value ?? undefined));
    return merged(element, isObject(value) ? value : value == null ? {} : { value });
  };
  if (op === 'remove' && part === undefined) return elements.filter((element) => !isMatch(element));
  if (elements.some(isMatch)) return elements.map((element) => (isMatch(element) ? changed(element, change(element)) : element));
  if (op === 'remove') return elements;
  const made = filter === null ? {} : elementOf(filter);
  if (!made) throw invalid('noTarget', 'path', 'No element of the list is meant by the filter.');
  return elementsOf([...elements, change(made)]);
}
