/** Removes personal data and secrets from a report: queries, email addresses, tokens, and user names in our own URLs. */
import { paths } from '@src/paths.ts';

const EMAIL = /[^\s"'<>()[\]{},;:=/\\]+@[^\s"'<>()[\]{},;:/\\]+/g;
/** A key, token, cookie or hash: 20 or more characters with digits and letters. */
const TOKEN = /\b(?=[\w-]*\d)(?=[\w-]*[A-Za-z])[\w-]{20,}\b/g;
const QUERY = /[?#][^\s"'<>)]*/g;

/** `/api/Users/Unlock/jsmith` → `/api/Users/Unlock/*`: two segments name the operation, the rest is data. */
const API_PATH = /(\/api\/[A-Za-z]+\/[A-Za-z]+)\/[^\s"'<>?#)]+/g;

/** `/api/UserRoles/jsmith` → `/api/UserRoles/*`: the user name follows the noun, unless that segment names an operation. */
const USER_ROLES =
  /(\/api\/UserRoles)\/(?!(?:Administration|UsersInRole|UsersInOrganisationAndRole|IsSelfAssignedWithRole)\b)[^\s"'<>?#)]+/g;

/** Prefixes of our own paths with parameters, longest first. */
const pathPrefixes = Object.values(paths)
  .filter(({ pattern }) => pattern.includes('/:'))
  .map(({ pattern }) => pattern.slice(0, pattern.indexOf('/:')))
  .toSorted((a, b) => b.length - a.length);
const PAGE_PATH = new RegExp(`(?<!/api)(${pathPrefixes.join('|')})/[^\\s"'<>?#)]+`, 'g');

const scrubbedText = (text: string): string =>
  text
    .replace(API_PATH, '$1/*')
    .replace(USER_ROLES, '$1/*')
    .replace(PAGE_PATH, '$1/*')
    .replace(QUERY, '')
    .replace(EMAIL, '[mail]')
    .replace(TOKEN, '[token]');

/** Fields dropped entirely: user input, request data, referrer. */
const DROPPED_FIELDS = /^(user|extra|data|arguments|vars|headers|cookies)$|query|fragment|cookie|body|referer/i;
/** Ids of the report itself, which look like tokens. */
const ID_FIELDS =
  /^(event_id|trace_id|span_id|parent_span_id|segment_id|replay_id|debug_id|replayId|release|public_key|dsn|sdk)$/;

type Scrub = (value: unknown, key: string) => unknown;

/** A deep copy through `scrub`; a part for which it returns undefined is dropped. */
function scrubDeep(value: unknown, scrub: Scrub, seen = new WeakMap<object, unknown>()): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const known = seen.get(value);
  if (known !== undefined) return known;
  const copy: unknown[] | Record<string, unknown> = Array.isArray(value) ? [] : {};
  seen.set(value, copy);
  for (const [key, part] of Object.entries(value)) {
    const scrubbedPart = scrub(part, key);
    if (scrubbedPart === undefined) continue;
    (copy as Record<string, unknown>)[key] = scrubbedPart === part ? scrubDeep(part, scrub, seen) : scrubbedPart;
  }
  return copy;
}

/** A copy of an event, span or breadcrumb without personal data, of the same shape. */
export const scrubbed = <Value>(value: Value): Value =>
  scrubDeep(value, (part, key) => {
    if (DROPPED_FIELDS.test(key)) return undefined;
    return typeof part === 'string' && !ID_FIELDS.test(key) ? scrubbedText(part) : part;
  }) as Value;

/** Fields of a recording that hold URLs. The recorder masks its texts; its styles must not change. */
const URL_FIELDS = /^(href|src|action|url|to|from|description|message|title|name)$/;

/** A copy of a replay recording: two lines of JSON, a header and the list of events. */
export function scrubbedRecording(recording: string): string {
  const lines = recording
    .split('\n')
    .map((line) =>
      JSON.stringify(
        scrubDeep(JSON.parse(line), (part, key) =>
          typeof part === 'string' && URL_FIELDS.test(key) ? scrubbedText(part) : part,
        ),
      ),
    );
  return lines.join('\n');
}
