/** The input for stating an audit event in words, and fallbacks for codes that have no phrase. */
import type { AuditEvent } from './audit.ts';

/** The parts of an event that its words depend on. */
export type WordedEvent = Pick<AuditEvent, 'actor' | 'action' | 'outcome' | 'details'>;

/** The words of a language, as the page and the server have them. */
export interface Words {
  /** A phrase of the audit; undefined if there is none. */
  readonly phrase: (key: string, values?: Readonly<Record<string, string>>) => string | undefined;
  /** Display names of roles, separated by commas. */
  readonly roles: (names: readonly string[]) => string;
  readonly number: (value: number) => string;
  /** @param time ISO 8601 */
  readonly time: (time: string) => string;
}

/** `Users.SetFontSize` → "Users: set font size", `StaleVersion` → "stale version", as a fallback without a phrase. */
export const readable = (code: string): string =>
  code
    .split('.')
    .map((part) => part.replace(/([a-z\d])([A-Z])/g, '$1 $2'))
    .map((part, index, { length }) => (length > 1 && index === 0 ? part : part.toLowerCase()))
    .join(': ');

export const capitalised = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);

/**
 * A phrase about an event. All words of an administrative action are together in `actions.json`, below its call; those of the other
 * events are in `audit.json`, below the kind of phrase.
 */
export function phraseOfEvent(
  kind: 'action' | 'done' | 'many' | 'attempt',
  action: string,
  { phrase }: Pick<Words, 'phrase'>,
  { variant = '', values }: { readonly variant?: string; readonly values?: Readonly<Record<string, string>> } = {},
): string | undefined {
  const suffix = variant === '' ? '' : `_${variant}`;
  return phrase(`call.${action}.${kind}${suffix}`, values) ?? phrase(`${kind}.${action}${suffix}`, values);
}

/** The action's name in the filters. */
export const actionName = (action: string, words: Pick<Words, 'phrase'>): string =>
  phraseOfEvent('action', action, words) ?? capitalised(readable(action));
