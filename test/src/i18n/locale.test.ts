/** Choice of the locale: the stored one, else the browser's by exact tag or by English and German prefix, else en-US. */
import { chooseLocale } from '@src/i18n/locale.ts';

describe('the language of the page', () => {
  test.each([
    [['en-US'], 'en-US'],
    [['en-GB'], 'en-GB'],
    [['en-IN'], 'en-IN'],
    [['en-in'], 'en-IN'],
    [['en'], 'en-US'],
    [['en-AU'], 'en-US'],
    [['de'], 'de'],
    [['de-AT'], 'de'],
    [['fr-FR'], 'en-US'],
    [['fr-FR', 'de-CH', 'en-GB'], 'de'],
    [['en-AU', 'de'], 'en-US'],
    [['den-CA'], 'en-US'],
    [[], 'en-US'],
  ])('for a browser that reads %j is %s', (languages, locale) => {
    expect(chooseLocale(null, languages)).toBe(locale);
  });

  test('is the stored choice, whatever the browser prefers', () => {
    expect(chooseLocale('en-IN', ['de'])).toBe('en-IN');
  });

  test('ignores a stored choice that is not supported', () => {
    expect(chooseLocale('xx', ['de'])).toBe('de');
  });
});
