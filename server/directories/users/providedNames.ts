/** The names of a person as an identity provider or another system tells them. */
import { NAME_PLACEHOLDER } from '../../../api/contract/displayName.ts';

const SUFFIX = /^(?:jr|sr|ii|iii|iv|phd|ph\.d|md|m\.d|mba|msc|bsc|esq)\.?$/i;

interface ProvidedNames {
  readonly givenName: string;
  readonly familyName: string;
  readonly name: string;
}

/** First and last name as a provider tells them: apart, as one ("Anna Müller", "Müller, Anna"), or as the only one that there is. */
export function namesOf({ givenName, familyName, name }: ProvidedNames) {
  const [given, family] = [givenName.trim(), familyName.trim()];
  if (given !== '' && family !== '') return { givenName: given, familyName: family };
  const parts = name.split(',').map((part) => part.trim());
  const [last = '', ...rest] = parts.filter((part, index) => part !== '' && (index === 0 || !SUFFIX.test(part)));
  if (rest.length > 0) return { givenName: given || rest.join(' '), familyName: family || last };
  const words = (last || given || family).split(/\s+/).filter((word) => word !== '');
  if (words.length === 0) return { givenName: '', familyName: '' };
  const [first = ''] = words;
  if (words.length === 1) return { givenName: first, familyName: NAME_PLACEHOLDER };
  // What of the whole name is not the part that is known apart.
  const known = (given || family).split(/\s+/);
  const others = given || family ? words.filter((word) => !known.includes(word)) : words.slice(1);
  if (given !== '') return { givenName: given, familyName: others.join(' ') || NAME_PLACEHOLDER };
  if (family !== '') return { givenName: others.join(' ') || family, familyName: others.length > 0 ? family : NAME_PLACEHOLDER };
  return { givenName: first, familyName: others.join(' ') };
}
