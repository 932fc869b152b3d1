/** The phrases of a locale arrive whole: what it does not have itself comes from what it is built on. */
import common from '@locales/en-US/common.json';
import session from '@locales/en-US/session.json';
import { locales } from '@api/contract/locale.ts';
import { startI18n } from '@src/i18n/setup.ts';

test.each(locales)('%s has every key of the shell and of a noun, of its own or by its fallbacks', async (locale) => {
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

test('what a locale says itself comes before its fallbacks, which say the rest', async () => {
  const i18n = await startI18n('en-IN', 'Gatehouse');
  i18n.addResource('en-US', 'common', 'colour', 'color');
  i18n.addResource('en-US', 'common', 'grey', 'gray');
  i18n.addResource('en-GB', 'common', 'colour', 'colour');
  const t = i18n.getFixedT('en-IN', 'common') as unknown as (key: string) => string;
  expect([t('colour'), t('grey')]).toEqual(['colour', 'gray']);
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
