/**
 * Finds the addresses in what mail programs, browsers and spreadsheets copy, and takes the words beside each as its name:
 * `Sato, Jane <j@x.example>; "Lee, Kim" <k@x.example>`, `mailto:j@x.example`, `Jane⇥Sato⇥j@x.example`. A text without an address
 * stays an entry, so that a mistyped one is seen.
 */
import { isName } from '@api/contract/rules/personName.ts';
import { typedLine, typedName } from '@api/contract/rules/typed.ts';

interface Entry {
  /** The address, or a text without one. */
  readonly email: string;
  readonly name: string;
}

/** Ends an entry, except in quotation marks. */
const ends = /(?:"[^"\r\n]*"|[^;；\r\n"]|"(?![^"\r\n]*"))+/g;
/** Begins only where a word begins, so that long texts are read once. */
const tokens = /(?<![^\s<>()[\]"“”«»„,;:，；、])[^\s<>()[\]"“”«»„,;:，；、@]+@[^\s<>()[\]"“”«»„,;:，；、?]+/gu;
const separators = /[;,\t\r\n；，、]/;

/** True for a paste of more than one plain address, which a field of one line would not keep as it is. */
export const isList = (text: string): boolean => separators.test(text) || (text.match(tokens)?.length ?? 0) > 1;

/** What surrounds an address in a sentence is no part of it. */
const bare = (token: string): string => token.replace(/^['‘’.]+/, '').replace(/[^\p{L}\p{N}\p{M}]+$/u, '');

const plain = (text: string): string => typedLine(typedName(text)).replaceAll(/\s+/g, ' ');

/** Words of a part of the text beside an address, without quotation marks, brackets, notes and labels. */
const wordsOf = (part: string): string => {
  const words = plain(
    part
      .replaceAll(/[([][^()[\]]*[)\]]/g, ' ')
      .replaceAll(/["“”«»„<>()[\]]|mailto:/gi, ' ')
      .replace(/^\s*(?:e-?mail|to|cc|bcc|from|an|von)\s*:/i, ' '),
  ).replace(/^['‘:–-]+\s*|\s*['’:–-]+$/g, '');
  return isName(words) && /\p{L}/u.test(words) ? words : '';
};

/** The parts at commas and tabs outside quotation marks. */
const partsOf = (text: string): readonly string[] =>
  text.match(/(?:"[^"]*"|[^,，、\t"]|"(?![^"]*"))+/g)?.filter((part) => part.trim() !== '') ?? [];

/** `Sato, Jane` of an address book, quoted or not, is Jane Sato. */
function nameOfBook(parts: readonly string[]): string {
  const [last = '', first = ''] = parts
    .flatMap((part) => part.replaceAll('"', '').split(/[,，]/))
    .map(wordsOf)
    .filter(Boolean);
  return `${first} ${last}`.trim();
}

/** First columns of a row, or words without a comma. */
const nameOfRow = (parts: readonly string[]): string => parts.map(wordsOf).filter(Boolean).slice(0, 2).join(' ');

/** The text between two addresses: the note in brackets that belongs to the former, and what belongs to the latter. */
function divided(between: string): readonly [string, string] {
  const [whole = '', note = ''] = /^[\s>\]'’.]*[([]([^()[\]]*)[)\]]/.exec(between) ?? [];
  return [note, between.slice(whole.length).replace(/^[\s>\])'’.]+/, '')];
}

const isBracketed = (before: string): boolean => /[<([]\s*(?:mailto:)?\s*['‘]?$/i.test(before);

function entriesOf(piece: string): readonly Entry[] {
  const found = [...piece.matchAll(tokens)];
  if (found.length === 0) {
    const texts = piece.includes('\t') ? [piece] : partsOf(piece);
    return texts.map((text) => ({ email: plain(text), name: '' })).filter(({ email }) => email !== '');
  }
  const entries: Entry[] = [];
  for (const [index, { 0: token, index: start }] of found.entries()) {
    const former = found[index - 1];
    const between = piece.slice(former ? former.index + former[0].length : 0, start);
    const [note, before] = former ? divided(between) : ['', between];
    const last = entries.at(-1);
    if (last?.name === '' && note !== '') entries[entries.length - 1] = { ...last, name: nameOfRow([note]) };
    const parts = partsOf(before);
    if (isBracketed(before)) entries.push({ email: bare(token), name: nameOfBook(parts) });
    else if (found.length === 1) entries.push({ email: bare(token), name: nameOfRow(parts) });
    else {
      // In a list of addresses, a text that a comma ends is an entry of its own: a mistyped address.
      const ended = /[,，、\t]\s*$/.test(before) ? parts : parts.slice(0, -1);
      entries.push(...ended.map((text) => ({ email: plain(text), name: '' })));
      entries.push({ email: bare(token), name: nameOfRow(parts.slice(ended.length)) });
    }
  }
  const [last] = found.slice(-1);
  const after = piece.slice((last?.index ?? 0) + (last?.[0].length ?? 0));
  return entries.map((entry, index) =>
    index === entries.length - 1 && entry.name === ''
      ? { ...entry, name: nameOfNote(after) || (found.length === 1 ? nameOfRow(partsOf(after)) : '') }
      : entry,
  );
}

/** `j@x.example (Jane Sato)`, as older mail programs write it. */
const nameOfNote = (after: string): string => wordsOf(/^[\s>\]]*[([]([^()[\]]*)/.exec(after)?.[1] ?? '');

export const entriesIn = (list: string): readonly Entry[] => (list.match(ends) ?? []).flatMap(entriesOf);
