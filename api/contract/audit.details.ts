/** An event's details as readable lines, and what it changed in one line. The keys depend on the action. */
import type { AuditEvent } from './audit.ts';
import { codeKeyOf, reasonOf } from './audit.sentences.ts';
import { isolated, isolatedList } from './isolated.ts';
import { actionName, capitalised, readable, type WordedEvent, type Words } from './audit.words.ts';

export type DetailLine =
  | { readonly kind: 'value'; readonly label: string; readonly value: string }
  /** A changed field. */
  | { readonly kind: 'change'; readonly label: string; readonly from: string; readonly to: string };

type Details = AuditEvent['details'];

const NOTHING = '–';

const isGroup = (value: unknown): value is Details => typeof value === 'object' && value !== null && !Array.isArray(value);

const isChange = (value: unknown): value is { readonly from: unknown; readonly to: unknown } =>
  isGroup(value) && 'from' in value && 'to' in value && Object.keys(value).length === 2;

const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((each) => typeof each === 'string');

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;
const ACTION = /^[A-Z]\w+\.[A-Z]\w*$/;

/** Details that contain role names. */
const ROLE_KEYS = new Set(['roles', 'given', 'taken']);
/** Details that contain codes, where others contain what users have written. */
const CODE_KEYS = new Set([
  'kind',
  'outcome',
  'event',
  'type',
  'by',
  'access',
  'home',
  'export',
  'format',
  'every',
  'unit',
  'fontSize',
  'result',
]);

function formatValue(key: string, value: unknown, words: Words): string {
  const { phrase, number, time, roles } = words;
  if (value === null || value === undefined || value === '') return NOTHING;
  if (ROLE_KEYS.has(key) && isTexts(value) && value.length > 0) return roles(value);
  if (Array.isArray(value)) return listOf(value.map((each) => formatValue(key, each, words)));
  if (typeof value === 'boolean') return phrase(`value.${String(value)}`) ?? String(value);
  if (typeof value === 'number') return number(value);
  if (typeof value !== 'string') return isGroup(value) ? pairsOf(value, words) : NOTHING;
  if (INSTANT.test(value)) return time(value);
  if (key === 'fields') return labelOf(value, words);
  if (ACTION.test(value)) return actionName(value, words);
  return CODE_KEYS.has(key) ? (phrase(`value.${value}`) ?? capitalised(readable(value))) : value;
}

/** Several texts are kept apart by Unicode's direction marks; one alone needs none. */
const listOf = (texts: readonly string[]): string => (texts.length > 1 ? isolatedList(texts) : (texts[0] ?? NOTHING));

const pairsOf = (group: Details, words: Words): string =>
  Object.entries(group)
    .map(([key, value]) => `${labelOf(key, words)}: ${isolated(formatValue(key, value, words))}`)
    .join(', ');

/** `browserRemembered` → "Browser remembered", where there is no phrase. */
const labelOf = (key: string, { phrase }: Words): string => phrase(`detail.${key}`) ?? capitalised(readable(key));

/** Lists the reason of a failure first. */
export function detailLines(event: WordedEvent, words: Words): readonly DetailLine[] {
  const codeKey = codeKeyOf(event);
  const lines = (group: Details): readonly DetailLine[] =>
    Object.entries(group).flatMap(([key, value]): readonly DetailLine[] => {
      if (group === event.details && key === codeKey) return [];
      const label = labelOf(key, words);
      if (isChange(value))
        return [{ kind: 'change', label, from: formatValue(key, value.from, words), to: formatValue(key, value.to, words) }];
      if (isGroup(value)) return lines(value);
      return [{ kind: 'value', label, value: formatValue(key, value, words) }];
    });
  const otherLines = lines(event.details);
  return codeKey === undefined
    ? otherLines
    : [{ kind: 'value', label: labelOf(codeKey, words), value: capitalised(reasonOf(event, words) ?? '') }, ...otherLines];
}

const arrow = (from: string, to: string): string => `${isolated(from)} → ${isolated(to)}`;

/** "Title: – → Doctor · Email: a@b → c@d"; empty if nothing is known to have changed. */
export function changeOf(event: WordedEvent, words: Words): string {
  if (event.outcome !== 'success') return '';
  const { details } = event;
  const state = (name: string): string => words.phrase(`value.${name}`) ?? capitalised(name);
  if (event.action.endsWith('.Enable') && typeof details.enabled === 'boolean') {
    const [before, after] = details.enabled ? ['disabled', 'enabled'] : ['enabled', 'disabled'];
    return arrow(state(before), state(after));
  }
  if (isTexts(details.given) && isTexts(details.taken))
    return arrow(words.roles(details.taken) || NOTHING, words.roles(details.given) || NOTHING);
  return detailLines(event, words)
    .flatMap((line) => (line.kind === 'change' ? [`${line.label}: ${arrow(line.from, line.to)}`] : []))
    .join(' · ');
}

/** All details in one line, for a cell of a file. */
export const detailsInOneLine = (event: WordedEvent, words: Words): string =>
  detailLines(event, words)
    .map((line) => `${line.label}: ${line.kind === 'value' ? isolated(line.value) : arrow(line.from, line.to)}`)
    .join(' · ');
