/** Takes out of a report whatever may name a person or open a door: queries, mail addresses, tokens, and the names in our own addresses. */
import { paths } from '@src/paths.ts';

const MAIL = /[^\s"'<>()[\]{},;:=/\\]+@[^\s"'<>()[\]{},;:/\\]+/g;
/** A key, token, cookie or hash: long, without spaces, with digits among its letters. */
const TOKEN = /\b(?=[\w-]*\d)(?=[\w-]*[A-Za-z])[\w-]{20,}\b/g;
const QUERY = /[?#][^\s"'<>)]*/g;

/** `/api/Users/Unlock/jsmith` → `/api/Users/Unlock/*`: two segments name the call, the rest is data. */
const CALL = /(\/api\/[A-Za-z]+\/[A-Za-z]+)\/[^\s"'<>?#)]+/g;

/** Our own addresses that carry data: what stands before it, longest first. */
const carriers = Object.values(paths)
  .filter(({ pattern }) => pattern.includes('/:'))
  .map(({ pattern }) => pattern.slice(0, pattern.indexOf('/:')))
  .toSorted((a, b) => b.length - a.length);
const PAGE = new RegExp(`(?<!/api)(${carriers.join('|')})/[^\\s"'<>?#)]+`, 'g');

const scrubbedText = (text: string): string =>
  text.replace(CALL, '$1/*').replace(PAGE, '$1/*').replace(QUERY, '').replace(MAIL, '[mail]').replace(TOKEN, '[token]');

/** Parts that are dropped whole: what a person typed, what a call carried, where it came from. */
const DROPPED = /^(user|extra|data|arguments|vars|headers|cookies)$|query|fragment|cookie|body|referer/i;
/** Identifiers of the report itself, which look like tokens. */
const KEPT = /^(event_id|trace_id|span_id|parent_span_id|segment_id|replay_id|debug_id|replayId|release|public_key|dsn|sdk)$/;

type Scrub = (value: unknown, key: string) => unknown;

/** A copy of `value` in which `scrub` has seen every part; a part for which it gives undefined is left out. */
function walked(value: unknown, scrub: Scrub, seen = new WeakMap<object, unknown>()): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const known = seen.get(value);
  if (known !== undefined) return known;
  const copy: unknown[] | Record<string, unknown> = Array.isArray(value) ? [] : {};
  seen.set(value, copy);
  for (const [key, part] of Object.entries(value)) {
    const judged = scrub(part, key);
    if (judged === undefined) continue;
    (copy as Record<string, unknown>)[key] = judged === part ? walked(part, scrub, seen) : judged;
  }
  return copy;
}

/** A copy of an event, span or breadcrumb without anything personal; it keeps its shape. */
export const scrubbed = <Value>(value: Value): Value =>
  walked(value, (part, key) => {
    if (DROPPED.test(key)) return undefined;
    return typeof part === 'string' && !KEPT.test(key) ? scrubbedText(part) : part;
  }) as Value;

/** Where addresses stand in a recording. Its texts are masked by the recorder; its styles must stay as they are. */
const ADDRESS = /^(href|src|action|url|to|from|description|message|title|name)$/;

/** A copy of a replay's recording, which is lines of JSON: a head, and the list of what was seen. */
export function scrubbedRecording(recording: string): string {
  const lines = recording
    .split('\n')
    .map((line) =>
      JSON.stringify(
        walked(JSON.parse(line), (part, key) => (typeof part === 'string' && ADDRESS.test(key) ? scrubbedText(part) : part)),
      ),
    );
  return lines.join('\n');
}
