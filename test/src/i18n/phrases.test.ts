/** The phrases of a locale arrive whole: what it does not have itself comes from what it is built on. */
import en from '@locales/en-US/common.json';
import { loadPhrases } from '@src/i18n/loadPhrases.ts';
import { locales } from '@src/i18n/locale.ts';
import { over } from '@src/i18n/over.ts';
import { startI18n } from '@src/i18n/setup.ts';

const keysOf = (value: unknown, path = ''): string[] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([key, part]) => keysOf(part, `${path}.${key}`))
    : [path];

test.each(locales)('%s has every key of the shell', async (locale) => {
  expect(keysOf(await loadPhrases(locale, 'common'))).toEqual(expect.arrayContaining(keysOf(en)));
});

test.each(locales)('%s has every key of a noun', async (locale) => {
  const reference = keysOf(await loadPhrases('en-US', 'session'));
  expect(keysOf(await loadPhrases(locale, 'session'))).toEqual(expect.arrayContaining(reference));
});

test('what a locale says itself stands over what it is built on', () => {
  const base = { colour: 'color', group: { one: 'one', two: 'two' } };
  expect(over(base, { colour: 'colour', group: { two: 'zwei' } })).toEqual({
    colour: 'colour',
    group: { one: 'one', two: 'zwei' },
  });
});

test('the product stands in for its name in every phrase', async () => {
  const { t } = await startI18n('de', 'Portal');
  expect(t('pageTitle', { title: 'Anmelden' })).toBe('Anmelden | Portal™');
});

test('a change of language brings the phrases of nouns already in use', async () => {
  const i18n = await startI18n('en-US', 'Gatehouse');
  await i18n.loadNamespaces('session');
  await i18n.changeLanguage('de');
  expect(i18n.t('session:confirm.submit')).toBe('Bestätigen');
});
