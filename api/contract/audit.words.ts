/** What it takes to say an event of the audit in words, and words for what has no phrase. */
import type { AuditEvent } from './audit.ts';

/** What an event consists of, for its words. */
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

/** `Users.SetFontSize` → "Users: set font size", `StaleVersion` → "stale version": for what has no phrase. */
export const readable = (code: string): string =>
  code
    .split('.')
    .map((part) => part.replace(/([a-z\d])([A-Z])/g, '$1 $2'))
    .map((part, index, { length }) => (length > 1 && index === 0 ? part : part.toLowerCase()))
    .join(': ');

export const capitalised = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);

/** As the filters name it. */
export const actionName = (action: string, { phrase }: Pick<Words, 'phrase'>): string =>
  phrase(`action.${action}`) ?? capitalised(readable(action));
