/** The path of a change (RFC 7644, 3.5.2): an attribute, the elements of a list that a filter names, a part of either. */
import { resources } from './attributes.ts';
import { invalid, ScimError } from './errors.ts';
import { isAttribute } from './json.ts';
import { parseFilter, type Filter } from './filter.ts';

export interface Path {
  /** The schema of an extension; null: that of users and groups themselves. */
  readonly schema: string | null;
  readonly attribute: string;
  readonly filter?: Filter;
  readonly part?: string;
}

const MAX_LENGTH = 1000;
const extensions = resources.flatMap((resource) => resource.extensions.map(({ id }) => id));
const CORE = /^urn:ietf:params:scim:schemas:core:2\.0:(?:user|group)$/i;
const shape = /^(?:(urn:[\w.:-]+):)?([a-z$][\w$-]*)(?:\[(.*)\])?(?:\.([a-z$][\w$-]*))?$/is;

/** @throws invalidPath */
export function parsePath(text: string): Path {
  if (text.length > MAX_LENGTH) throw invalid('invalidPath', 'path', 'The path is too long.');
  // The extension itself, with all its attributes.
  if (/^urn:/i.test(text.trim()) && extensions.some((id) => id.toLowerCase() === text.trim().toLowerCase()))
    return { schema: null, attribute: text.trim() };
  const [, schema, attribute, filter, part] = shape.exec(text.trim()) ?? [];
  if (attribute === undefined || !isAttribute(attribute) || !isAttribute(part ?? ''))
    throw invalid('invalidPath', 'path', 'The path names no attribute.');
  return {
    schema: schema === undefined || CORE.test(schema) ? null : schema,
    attribute,
    ...(filter !== undefined && { filter: parsePathFilter(filter) }),
    ...(part !== undefined && { part }),
  };
}

/** Names parts of an element only. */
const namesParts = (filter: Filter): boolean => {
  if (filter.kind === 'term') return filter.within === undefined && /^[\w$-]+$/.test(filter.path);
  return filter.kind === 'not' ? namesParts(filter.inner) : namesParts(filter.left) && namesParts(filter.right);
};

function parsePathFilter(text: string): Filter {
  try {
    const filter = parseFilter(text);
    if (!namesParts(filter)) throw invalid('invalidPath', 'path', 'A filter within a path names parts of an element.');
    return filter;
  } catch (error) {
    throw error instanceof ScimError ? invalid('invalidPath', 'path', error.message) : error;
  }
}
