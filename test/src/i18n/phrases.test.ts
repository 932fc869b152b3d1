/** Phrases of a locale are complete: missing ones come from its fallbacks. */
import common from '@locales/en-US/common.json';
import session from '@locales/en-US/session.json';
import { locales } from '@api/contract/locale.ts';
import { startI18n } from '@src/i18n/setup.ts';

test.each(locales)('%s has every key of the shell and of a namespace, its own or from its fallbacks', async (locale) => {
  const i18n = await startI18n(locale, 'Gatehouse');
  await i18n.loadNamespaces('session');
  const keysIn = (tree: object, path = ''): string[] =>
    Object.entries(tree).flatMap(([key, part]: [string, unknown]) =>
      typeof part === 'object' && part !== null ? keysIn(part, `${path}${key}.`) : [path + key],
    );
  const missing = [...keysIn(common).map((key) => `common:${key}`), ...keysIn(session).map((key) => `session:${key}`)].filter(
    (key) => !i18n.exists(key.replace(/_(?:one|other)$/, ''), { count: 2 }),
  );
  expect(missing).toEqual([]);
});

test('a locale’s own phrases take precedence over its fallbacks', async () => {
  const i18n = await startI18n('en-IN', 'Gatehouse');
  i18n.addResource('en-US', 'common', 'colour', 'color');
  i18n.addResource('en-US', 'common', 'grey', 'gray');
  i18n.addResource('en-GB', 'common', 'colour', 'colour');
  const t = i18n.getFixedT('en-IN', 'common') as unknown as (key: string) => string;
  expect([t('colour'), t('grey')]).toEqual(['colour', 'gray']);
});

test('the product name is interpolated in every phrase', async () => {
  const { t } = await startI18n('de', 'Portal');
  expect(t('pageTitle', { title: 'Anmelden' })).toBe('Anmelden | Portal™');
});

test('changing the language loads the namespaces already in use', async () => {
  const i18n = await startI18n('en-US', 'Gatehouse');
  await i18n.loadNamespaces('session');
  await i18n.changeLanguage('de');
  expect(i18n.t('session:confirm.submit')).toBe('Bestätigen');
});

test('a name from right to left stays within its place of a phrase, and one from left to right is put in as it is', async () => {
  const { t } = await startI18n('en-US', 'Gatehouse');
  expect(t('pageTitle', { title: 'שלום (2)' })).toBe('\u2068שלום (2)\u2069 | Gatehouse™');
  expect(t('pageTitle', { title: '<Ada> & "Bob"' })).toBe('<Ada> & "Bob" | Gatehouse™');
});
