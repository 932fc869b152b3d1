/** The path of a change (RFC 7644, 3.5.2): an attribute, the elements of a list that a filter names, a part of either. */
import { invalid, ScimError } from './errors.ts';
import { parseFilter, type Filter } from './filter.ts';

export interface Path {
  /** The schema of an extension; null: that of users and groups themselves. */
  readonly schema: string | null;
  readonly attribute: string;
  readonly filter?: Filter;
  readonly part?: string;
}

const MAX_LENGTH = 1000;
const CORE = /^urn:ietf:params:scim:schemas:core:2\.0:(?:user|group)$/i;
const shape = /^(?:(urn:[\w.:-]+):)?([a-z$][\w$-]*)(?:\[(.*)\])?(?:\.([a-z$][\w$-]*))?$/is;

/** @throws invalidPath */
export function parsePath(text: string): Path {
  if (text.length > MAX_LENGTH) throw invalid('invalidPath', 'path', 'The path is too long.');
  const [, schema, attribute, filter, part] = shape.exec(text.trim()) ?? [];
  if (attribute === undefined) throw invalid('invalidPath', 'path', 'The path names no attribute.');
  return {
    schema: schema === undefined || CORE.test(schema) ? null : schema,
    attribute,
    ...(filter !== undefined && { filter: parsePathFilter(filter) }),
    ...(part !== undefined && { part }),
  };
}

function parsePathFilter(text: string): Filter {
  try {
    return parseFilter(text);
  } catch (error) {
    throw error instanceof ScimError ? invalid('invalidPath', 'path', error.message) : error;
  }
}
