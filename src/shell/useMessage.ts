/** Translates messages of the state. */
import { useTranslation } from 'react-i18next';
import { isolated } from '@api/contract/isolated.ts';
import type { Message, Phrase } from '@store/notices/message.ts';
import type { Namespace } from '@src/i18n/resources.ts';

const namespaceOf = (phrase: string) => phrase.slice(0, phrase.indexOf(':')) as Namespace;

/** The keys of the state are typed where they are written. */
type Translate = (key: string, values?: Readonly<Record<string, unknown>>) => string;

const asHtml = (text: string): string => isolated(text).replaceAll(/[&<>"'/]/g, (mark) => `&#${String(mark.charCodeAt(0))};`);

/** In an HTML phrase, values are escaped as text. */
const escaped = { interpolation: { escape: asHtml } };

/** Translates one or several messages; loads missing namespaces. */
export function useMessages(messages: readonly (Message | Phrase)[], { html = false } = {}): readonly string[] {
  const namespaces = messages.flatMap((message) => ('phrase' in message ? [namespaceOf(message.phrase)] : []));
  const { t } = useTranslation(['common', ...namespaces]);
  const translate = t as unknown as Translate;
  return messages.map((message) =>
    'phrase' in message ? translate(message.phrase, { ...message.values, ...(html && escaped) }) : message.text,
  );
}
