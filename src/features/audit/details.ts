/** An event's details as readable lines. The keys depend on the action. */
import type { Formats } from '@src/i18n/formats.ts';
import type { RoleNames } from '@src/i18n/roleNames.ts';

/** Looks up a phrase; undefined if there is none. */
type FindPhrase = (key: string) => string | undefined;

export type DetailLine =
  | { readonly kind: 'value'; readonly label: string; readonly value: string }
  /** A changed field. */
  | { readonly kind: 'change'; readonly label: string; readonly from: string; readonly to: string };

type Details = Readonly<Record<string, unknown>>;

const isGroup = (value: unknown): value is Details => typeof value === 'object' && value !== null && !Array.isArray(value);

const isChange = (value: unknown): value is { readonly from: unknown; readonly to: unknown } =>
  isGroup(value) && 'from' in value && 'to' in value && Object.keys(value).length === 2;

/** `browserRemembered` → "Browser remembered". */
const humanised = (key: string): string => {
  const words = key.replace(/([a-z\d])([A-Z])/g, '$1 $2').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
};

const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((each) => typeof each === 'string');

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;

/** Details that contain role names. */
const ROLE_KEYS = new Set(['roles', 'given', 'taken']);

export function detailLines(
  details: Details,
  findPhrase: FindPhrase,
  formats: Formats,
  roleNames: RoleNames,
): readonly DetailLine[] {
  const formatValue = (value: unknown): string => {
    if (value === null || value === undefined || value === '') return '–';
    if (Array.isArray(value)) return value.length === 0 ? '–' : value.map(formatValue).join(', ');
    if (typeof value === 'boolean') return findPhrase(`value.${String(value)}`) ?? String(value);
    if (typeof value === 'number') return formats.number(value);
    if (typeof value !== 'string') return JSON.stringify(value);
    return INSTANT.test(value) ? formats.dateTime(value) : (findPhrase(`value.${value}`) ?? value);
  };
  const formatRoles = (value: unknown): string =>
    isTexts(value) && value.length > 0 ? roleNames.list(value) : formatValue(value);
  const lines = (group: Details): readonly DetailLine[] =>
    Object.entries(group).flatMap(([key, value]): readonly DetailLine[] => {
      const label = findPhrase(`detail.${key}`) ?? humanised(key);
      const format = ROLE_KEYS.has(key) ? formatRoles : formatValue;
      if (isChange(value)) return [{ kind: 'change', label, from: format(value.from), to: format(value.to) }];
      if (isGroup(value)) return lines(value);
      return [{ kind: 'value', label, value: format(value) }];
    });
  return lines(details);
}
