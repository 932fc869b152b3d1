/** The words of a search, from what people type and paste: `O’Brien, Oliver`, `"Oliver" <oliver@example.com>;`, `mailto:…`. */
import { email } from './email.ts';
import { plainApostrophes, typedLine, withoutInvisible } from './typed.ts';

/** Links to a mailbox may carry a subject. */
const mailLink = /\bmailto:([^\s?]*)(?:\?\S*)?/giu;

/** Characters that separate words: no user name, name or address contains them. */
const separators = /[\s,;<>()"“”„«»]+/u;

/**
 * Apostrophes, hyphens and dots, which people leave out when they search: `obrien`, `smithjones`. The database's function
 * `without_signs` has the same; a folded apostrophe is a straight one.
 */
const unsearched = /['\-.\u00B7\u058A\u05BE\u2010-\u2015\u2212\u30FB]/gu;

export const withoutSigns = (folded: string): string => folded.replaceAll(unsearched, '');

export const searchWords = (search: string): readonly string[] =>
  plainApostrophes(withoutInvisible(search)).replace(mailLink, '$1').split(separators).filter(Boolean);

/** The text that a filter for one name looks for: the address of a pasted mailbox, or the text without invisible characters. */
export function searchedName(text: string): string {
  const plain = text.normalize('NFKC');
  const words = searchWords(plain);
  const address = words.length === 1 || plain.includes('<') ? words.findLast(email.holds) : undefined;
  return address ?? typedLine(text);
}
