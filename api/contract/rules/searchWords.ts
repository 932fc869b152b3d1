/** The words of a search, from what people type and paste: `O’Brien, Oliver`, `"Oliver" <oliver@example.com>;`, `mailto:…`. */
import { email } from './email.ts';
import { plainApostrophes, typedLine, withoutInvisible } from './typed.ts';

/** Links to a mailbox may carry a subject. */
const mailLink = /\bmailto:([^\s?]*)(?:\?\S*)?/giu;

/** No user name, name or address has one of them. */
const separators = /[\s,;<>()"“”„«»]+/u;

export const searchWords = (search: string): readonly string[] =>
  plainApostrophes(withoutInvisible(search)).replace(mailLink, '$1').split(separators).filter(Boolean);

/** What a filter that takes one name looks for: the address of a mailbox as it is pasted, or the text without what nobody sees. */
export function searchedName(text: string): string {
  const plain = text.normalize('NFKC');
  const words = searchWords(plain);
  const address = words.length === 1 || plain.includes('<') ? words.findLast(email.holds) : undefined;
  return address ?? typedLine(text);
}
