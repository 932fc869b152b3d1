/** What an event says besides who, what and when, as lines that people can read. The server notes whatever belongs to the act. */
import type { Formats } from '@src/i18n/formats.ts';
import type { RoleNames } from '@src/i18n/roleNames.ts';

/** As the phrases have it, or nothing. */
type Find = (key: string) => string | undefined;

export type DetailLine =
  | { readonly kind: 'value'; readonly label: string; readonly value: string }
  /** A field that was changed. */
  | { readonly kind: 'change'; readonly label: string; readonly from: string; readonly to: string };

type Details = Readonly<Record<string, unknown>>;

const isGroup = (value: unknown): value is Details => typeof value === 'object' && value !== null && !Array.isArray(value);

const isChange = (value: unknown): value is { readonly from: unknown; readonly to: unknown } =>
  isGroup(value) && 'from' in value && 'to' in value && Object.keys(value).length === 2;

/** `browserRemembered` → "Browser remembered". */
const spelledOut = (key: string): string => {
  const words = key.replace(/([a-z\d])([A-Z])/g, '$1 $2').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
};

const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((each) => typeof each === 'string');

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;

/** Details whose values are technical names of roles. */
const ROLE_KEYS = new Set(['roles', 'given', 'taken']);

export function detailLines(details: Details, find: Find, formats: Formats, roleNames: RoleNames): readonly DetailLine[] {
  const say = (value: unknown): string => {
    if (value === null || value === undefined || value === '') return '–';
    if (Array.isArray(value)) return value.length === 0 ? '–' : value.map(say).join(', ');
    if (typeof value === 'boolean') return find(`value.${String(value)}`) ?? String(value);
    if (typeof value === 'number') return formats.number(value);
    if (typeof value !== 'string') return JSON.stringify(value);
    return INSTANT.test(value) ? formats.dateTime(value) : (find(`value.${value}`) ?? value);
  };
  const sayRoles = (value: unknown): string => (isTexts(value) && value.length > 0 ? roleNames.list(value) : say(value));
  const lines = (group: Details): readonly DetailLine[] =>
    Object.entries(group).flatMap(([key, value]): readonly DetailLine[] => {
      const label = find(`detail.${key}`) ?? spelledOut(key);
      const inWords = ROLE_KEYS.has(key) ? sayRoles : say;
      if (isChange(value)) return [{ kind: 'change', label, from: inWords(value.from), to: inWords(value.to) }];
      if (isGroup(value)) return lines(value);
      return [{ kind: 'value', label, value: inWords(value) }];
    });
  return lines(details);
}
