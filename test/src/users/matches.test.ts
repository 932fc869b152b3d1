/** Highlighting of search matches; accents and case are folded as on the server. */
import { matchesIn, searchWords } from '@src/features/users/list/matches.ts';

/** The text with matches in brackets. */
function marked(text: string, search: string): string {
  let done = 0;
  let out = '';
  for (const [from, to] of matchesIn(text, searchWords(search))) {
    out += `${text.slice(done, from)}[${text.slice(from, to)}]`;
    done = to;
  }
  return out + text.slice(done);
}

test.each([
  ['Jürgen Müller', 'muller', 'Jürgen [Müller]'],
  ['Muller', 'MÜLLER', '[Muller]'],
  ['Großmann', 'gross', '[Groß]mann'],
  ['Łódź', 'lodz', '[Łódź]'],
  ['Søren', 'sore', '[Søre]n'],
  ['Ｆｕｌｌ', 'full', '[Ｆｕｌｌ]'],
  ['Anna Hannah', 'ann', '[Ann]a H[ann]ah'],
  ['Anna Maria', 'maria  anna', '[Anna] [Maria]'],
  ['banana', 'ana nan', 'b[anana]'],
  ['अर्जुन चौहान', 'चौहान', 'अर्जुन [चौहान]'],
  ['राम', 'रम', 'राम'],
  ['أحمد', 'احمد', '[أحمد]'],
  ['Οδυσσεύς', 'οδυσσευς', '[Οδυσσεύς]'],
  ['ガ', 'カ', 'ガ'],
  ['O’Brien', 'O´Brien, Oliver', '[O’Brien]'],
  ['o.b@x.example', 'Oliver <o.b@x.example>;', '[o.b@x.example]'],
  ['Anna', '\u200Bann\u00ADa\u200E', '[Anna]'],
  ['علی\u200Cرضا', 'علیرضا', '[علی\u200Cرضا]'],
  ['👩‍💻 Ada', 'ada', '👩‍💻 [Ada]'],
  ['Ada', '', 'Ada'],
  ['Ada', 'bob', 'Ada'],
  ['a.b*c', '.b*', 'a.[b*]c'],
  ['Oliver O’Brien', 'obrien', 'Oliver [O’Brien]'],
  ['OBrien', "o'brien", '[OBrien]'],
  ['Smith-Jones', 'smithjones', '[Smith-Jones]'],
  ['Smith-Jones', 'jones', 'Smith-[Jones]'],
  ['anna.maria@x.example', 'annamaria', '[anna.maria]@x.example'],
  ['Jean–Luc', 'jean-luc', '[Jean–Luc]'],
  ['Gal·la', 'galla', '[Gal·la]'],
  ['J.-P. Müller', 'jp muller', '[J.-P]. [Müller]'],
  ['Ada', ".-'", 'Ada'],
])('%s, searched for “%s”: %s', (text, search, expected) => {
  expect(marked(text, search)).toBe(expected);
});
