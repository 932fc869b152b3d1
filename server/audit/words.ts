/** States events in a language, with maps that are made once for a file, because a file can have a million events. */
import { changeOf, detailsInOneLine } from '../../api/contract/audit.details.ts';
import { sentenceOf } from '../../api/contract/audit.sentences.ts';
import type { Words } from '../../api/contract/audit.words.ts';
import { isolated } from '../../api/contract/isolated.ts';
import type { Locale } from '../../api/contract/locale.ts';
import type { Phrases } from '../i18n/phrases.ts';
import type { EventRow } from './repository.ts';

/** Times are ISO 8601, and numbers have no separators, as programs read them. */
export function wordsOf(phrases: Phrases, locale: Locale): Words {
  const texts = (namespace: string) => phrases.texts(locale, namespace);
  const [audit, actions, roles] = [texts('audit'), texts('actions'), texts('roles')];
  return {
    phrase: (key, values) => {
      const text = audit.get(key) ?? actions.get(key);
      return values
        ? text?.replaceAll(/\{\{(\w+)\}\}/g, (mark, name: string) => (values[name] === undefined ? mark : isolated(values[name])))
        : text;
    },
    roles: (names) => names.map((name) => roles.get(`names.${name}`) ?? name).join(', '),
    number: String,
    time: (time) => time,
  };
}

/** The parts of an event in words. */
interface SaidEvent {
  readonly event: string;
  readonly outcome: string;
  readonly change: string;
  readonly details: string;
}

type Said = Pick<EventRow, 'actor' | 'action' | 'outcome' | 'details'>;

export const say = (event: Said, words: Words): SaidEvent => ({
  event: sentenceOf(event, words),
  outcome: words.phrase(`outcome.${event.outcome}`) ?? event.outcome,
  change: changeOf(event, words),
  details: detailsInOneLine(event, words),
});

/** Maximum of keys to remember; events with the same key have the same words. */
const MAX_KEPT_KEYS = 5_000;
const MAX_KEPT_LENGTH = 400;

/**
 * Remembers results by key: most events of a file have one of a few hundred.
 * @param key a key that {@link keyOf} writes in SQL
 * @param make computes the result to remember
 */
export function remembered<Made>(make: (event: Said) => Made): (key: string) => Made {
  const known = new Map<string, Made>();
  return (key) => {
    const kept = known.get(key);
    if (kept !== undefined) return kept;
    const made = make(eventOf(key));
    if (known.size >= MAX_KEPT_KEYS) known.clear();
    if (key.length <= MAX_KEPT_LENGTH) known.set(key, made);
    return made;
  };
}

/** `<whether anonymous> <outcome> <action> <details>` */
function eventOf(key: string): Said {
  const [anonymous = '', outcome = '', action = ''] = key.split(' ', 3);
  const details = JSON.parse(key.slice(anonymous.length + outcome.length + action.length + 3)) as EventRow['details'];
  return { actor: anonymous === 'true' ? null : '', outcome: outcome as EventRow['outcome'], action, details };
}
