/** Words for what the store has to say. */
import { useTranslation } from 'react-i18next';
import type { Message, Phrase } from '@store/notices/message.ts';
import type { Namespace } from '@src/i18n/resources.ts';

const namespaceOf = (phrase: string) => phrase.slice(0, phrase.indexOf(':')) as Namespace;

/** The phrases come from the store, where keys are no more than texts; a test holds each of them against the locales. */
type Say = (key: string, values?: Readonly<Record<string, unknown>>) => string;

/** In a phrase that is HTML, values are text: a name with an angle bracket is a name. */
const escaped = { interpolation: { escapeValue: true } };

/** The sentence for `message`, or for several, in order; phrases of a noun that is not loaded yet are fetched. */
export function useMessages(messages: readonly (Message | Phrase)[], { html = false } = {}): readonly string[] {
  const namespaces = messages.flatMap((message) => ('phrase' in message ? [namespaceOf(message.phrase)] : []));
  const { t } = useTranslation(['common', ...namespaces]);
  const say = t as unknown as Say;
  return messages.map((message) =>
    'phrase' in message ? say(message.phrase, { ...message.values, ...(html && escaped) }) : message.text,
  );
}
