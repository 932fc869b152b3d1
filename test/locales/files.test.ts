/** Rules for all locale files (namespaces). */
import { filesOf, locales, phrasesOf, textOf, treeOf } from './files.ts';

const others = locales.filter((locale) => locale !== 'en-US');
const files = filesOf('en-US');
const pairs = others.flatMap((locale) => filesOf(locale).map((file) => ({ locale, file })));

/** `ending_one` and `ending_other` are forms of one phrase. */
const base = (key: string): string => key.replace(/_(?:zero|one|two|few|many|other)$/, '');

/** Interpolation values of each phrase, over all its plural forms. */
function variablesOf(phrases: Map<string, string>): Map<string, Set<string>> {
  const variables = new Map<string, Set<string>>();
  for (const [key, phrase] of phrases) {
    const known = variables.get(base(key)) ?? new Set();
    for (const [, name] of phrase.matchAll(/\{\{\s*(\w+)/g)) known.add(name ?? '');
    variables.set(base(key), known);
  }
  return variables;
}

const keysIn = (text: string): number => [...text.matchAll(/"(?:[^"\\]|\\.)*"(\s*:)?/g)].filter((match) => match[1]).length;

const keysOf = (value: unknown): number =>
  typeof value === 'object' && value ? Object.values(value).reduce<number>((sum, each) => sum + 1 + keysOf(each), 0) : 0;

test('German has every namespace', () => {
  expect(filesOf('de')).toEqual(files);
});

test.each(others)('%s has no namespace that en-US lacks', (locale) => {
  expect(filesOf(locale).filter((file) => !files.includes(file))).toEqual([]);
});

describe.each(locales.flatMap((locale) => filesOf(locale).map((file) => ({ locale, file }))))(
  '$locale/$file',
  ({ locale, file }) => {
    test('has a valid namespace name and contains only phrases, none empty or padded', () => {
      expect(file).toMatch(/^[a-z]+\.json$/i);
      for (const [key, phrase] of phrasesOf(treeOf(locale, file))) {
        expect([key, phrase.trim()]).toEqual([key, phrase]);
        expect([key, phrase.length > 0]).toEqual([key, true]);
      }
    });

    test('has no duplicate keys', () => {
      expect(keysIn(textOf(locale, file))).toBe(keysOf(treeOf(locale, file)));
    });

    test('closes every brace it opens', () => {
      for (const [key, phrase] of phrasesOf(treeOf(locale, file))) {
        expect([key, phrase.replace(/\{\{\s*\w+(?:,[^{}]*)?\s*\}\}/g, '')]).toEqual([key, expect.not.stringMatching(/[{}]/)]);
      }
    });
  },
);

describe.each(pairs)('$locale/$file beside en-US', ({ locale, file }) => {
  const phrases = phrasesOf(treeOf(locale, file));
  const english = phrasesOf(treeOf('en-US', file));

  test('has no key that en-US lacks', () => {
    const known = new Set([...english.keys()].map(base));
    expect([...phrases.keys()].filter((key) => !known.has(base(key)))).toEqual([]);
  });

  test('uses the same interpolation values', () => {
    const expected = variablesOf(english);
    for (const [key, variables] of variablesOf(phrases)) expect([key, variables]).toEqual([key, expected.get(key)]);
  });
});

test.each(files)('de/%s is complete, with both plural forms', (file) => {
  expect([...phrasesOf(treeOf('de', file)).keys()].sort()).toEqual([...phrasesOf(treeOf('en-US', file)).keys()].sort());
});

test.each(pairs.filter(({ locale }) => locale !== 'de'))(
  '$locale/$file contains only phrases that differ',
  ({ locale, file }) => {
    const fallbacks = locale === 'en-IN' ? (['en-GB', 'en-US'] as const) : (['en-US'] as const);
    const said = (key: string) =>
      fallbacks.map((each) => phrasesOf(treeOf(each, file)).get(key)).find((phrase) => phrase !== undefined);
    for (const [key, phrase] of phrasesOf(treeOf(locale, file))) expect([key, phrase]).not.toEqual([key, said(key)]);
  },
);
