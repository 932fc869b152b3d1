/** The words of a search, from what people type and paste: `O’Brien, Oliver`, `"Oliver" <oliver@example.com>;`, `mailto:…`. */
import { plainApostrophes, withoutInvisible } from './typed.ts';

/** Links to a mailbox may carry a subject. */
const mailLink = /\bmailto:([^\s?]*)(?:\?\S*)?/giu;

/** No user name, name or address has one of them. */
const separators = /[\s,;<>()"“”„«»]+/u;

export const searchWords = (search: string): readonly string[] =>
  plainApostrophes(withoutInvisible(search)).replace(mailLink, '$1').split(separators).filter(Boolean);
