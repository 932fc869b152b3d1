/** The one form in which a document is stored and returned: names as the schema spells them, and lists as lists. */
import { findAttribute, findExtension, findPart, type AttributeSchema, type ResourceSchema } from './attributes.ts';
import { elementsOf, isAssigned, withOnePrimary } from './elements.ts';
import { isObject, type Json, type JsonObject } from './json.ts';

/** Leaves out what is unassigned: null, and lists without elements (RFC 7643, 2.5). Attributes that no schema has stay as they are. */
export function normalDocument(resource: ResourceSchema, document: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(document).flatMap(([name, value]): [string, Json][] => {
      const extension = findExtension(resource, name);
      if (extension) return isObject(value) ? assigned(extension.id, normalDocument(extension, value)) : [];
      const found = findAttribute(resource, null, name);
      if (!found) return value === null ? [] : [[name, value]];
      return assigned(found.name, normalValue(found, value));
    }),
  );
}

const isEmpty = (value: Json): boolean => value === null || (typeof value === 'object' && Object.keys(value).length === 0);
const assigned = (name: string, value: Json): [string, Json][] => (isEmpty(value) ? [] : [[name, value]]);

function normalValue(attribute: AttributeSchema, value: Json): Json {
  if (attribute.type !== 'complex') return value;
  if (!attribute.multiValued) return isObject(value) ? normalParts(attribute, value) : value;
  const elements = elementsOf(value)
    .map((element) => normalParts(attribute, element))
    .filter(isAssigned);
  return withOnePrimary(elements, elements);
}

const normalParts = (attribute: AttributeSchema, object: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(object).flatMap(([name, value]): [string, Json][] =>
      value === null ? [] : [[findPart(attribute, name)?.name ?? name, value]],
    ),
  );
