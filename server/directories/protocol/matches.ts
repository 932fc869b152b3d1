/** Tells whether a filter matches an element of a list. */
import type { Filter, Literal } from './filter.ts';
import { asBoolean, asText, isObject, valueOf, withValue, type Json, type JsonObject } from './json.ts';

export function matches(element: Json, filter: Filter): boolean {
  switch (filter.kind) {
    case 'and':
      return matches(element, filter.left) && matches(element, filter.right);
    case 'or':
      return matches(element, filter.left) || matches(element, filter.right);
    case 'not':
      return !matches(element, filter.inner);
    case 'term':
      return compare(isObject(element) ? valueOf(element, filter.path) : filter.path === 'value' ? element : undefined, filter);
  }
}

function compare(value: Json | undefined, { op, value: wanted }: Extract<Filter, { kind: 'term' }>): boolean {
  if (op === 'pr') return value != null;
  if (op === 'ne') return !isSame(value, wanted);
  if (op === 'eq') return isSame(value, wanted);
  if (typeof value !== 'string' || typeof wanted !== 'string') return false;
  const [text, part] = [value.toLowerCase(), wanted.toLowerCase()];
  switch (op) {
    case 'co':
      return text.includes(part);
    case 'sw':
      return text.startsWith(part);
    case 'ew':
      return text.endsWith(part);
    case 'gt':
      return text > part;
    case 'ge':
      return text >= part;
    case 'lt':
      return text < part;
    case 'le':
      return text <= part;
  }
}

/** `"True"` is true, as in `roles[primary eq "True"]`, and case makes no difference. */
function isSame(value: Json | undefined, wanted: Literal): boolean {
  if (value === wanted) return true;
  if (typeof value === 'boolean' || typeof wanted === 'boolean')
    return value !== undefined && asBoolean(value) !== undefined && asBoolean(value) === asBoolean(wanted);
  return wanted !== null && asText(value)?.toLowerCase() === String(wanted).toLowerCase();
}

/**
 * The element that a filter asks for where there is none: `emails[type eq "work"]` of a user without addresses. Undefined if the
 * filter does not define one.
 */
export function elementOf(filter: Filter): JsonObject | undefined {
  if (filter.kind === 'and') {
    const [left, right] = [elementOf(filter.left), elementOf(filter.right)];
    return left && right && { ...left, ...right };
  }
  if (filter.kind !== 'term' || filter.op !== 'eq') return undefined;
  return withValue({}, filter.path, filter.value);
}
