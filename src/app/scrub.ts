/** Takes out of a report whatever may name a person or open a door: queries, mail addresses, tokens, and the names in our own addresses. */
import { paths } from '@src/paths.ts';

const MAIL = /[^\s"'<>()[\]{},;:=/\\]+@[^\s"'<>()[\]{},;:/\\]+/g;
/** A key, token, cookie or hash: long, without spaces, with digits among its letters. */
const TOKEN = /\b(?=[\w-]*\d)(?=[\w-]*[A-Za-z])[\w-]{20,}\b/g;
const QUERY = /[?#][^\s"'<>)]*/g;

/** `/api/Users/Unlock/jsmith` → `/api/Users/Unlock/*`: two segments name the call, the rest is data. */
const apiAddress = (path: string): string => path.replace(/(\/api\/[A-Za-z]+\/[A-Za-z]+)\/[^\s"'?#]+/g, '$1/*');

/** Our own addresses that carry data, longest first, with what stands before it. */
const carriers = Object.values(paths)
  .map(({ pattern }) => pattern)
  .filter((pattern) => pattern.includes('/:'))
  .map((pattern) => pattern.slice(0, pattern.indexOf('/:')))
  .toSorted((a, b) => b.length - a.length);
const OWN = new RegExp(`(${carriers.join('|')})/[^\\s"'?#]+`, 'g');

export const scrubbedText = (text: string): string =>
  apiAddress(text).replace(OWN, '$1/*').replace(QUERY, '').replace(MAIL, '[mail]').replace(TOKEN, '[token]');

/** Names of parts that are dropped whole: what a person typed, or what a call carried. */
const DROPPED = new Set(['user', 'extra', 'cookies', 'query_string', 'data', 'arguments', 'vars', 'body', 'headers']);
/** Identifiers of the report itself, which look like tokens. */
const KEPT = /^(event_id|trace_id|span_id|parent_span_id|segment_id|replay_id|debug_id|release|replayId)$/;

/** A copy of `value` without anything personal; objects keep their shape. */
export function scrubbed<Value>(value: Value): Value {
  return scrub(value, new WeakMap()) as Value;
}

function scrub(value: unknown, seen: WeakMap<object, unknown>): unknown {
  if (typeof value === 'string') return scrubbedText(value);
  if (typeof value !== 'object' || value === null) return value;
  const known = seen.get(value);
  if (known !== undefined) return known;
  if (Array.isArray(value)) {
    const list: unknown[] = [];
    seen.set(value, list);
    list.push(...value.map((item) => scrub(item, seen)));
    return list;
  }
  const copy: Record<string, unknown> = {};
  seen.set(value, copy);
  for (const [key, part] of Object.entries(value)) {
    if (!DROPPED.has(key)) copy[key] = KEPT.test(key) ? part : scrub(part, seen);
  }
  return copy;
}
