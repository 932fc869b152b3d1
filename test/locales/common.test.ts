/** Phrases of SPEC.md points 1 and 8 in the common namespace. */
import { locales, translatorFor } from './files.ts';

test.each(locales)('%s titles a page with the product and a trademark sign', (locale) => {
  expect(translatorFor(locale)('common:pageTitle', { title: 'Log in', product: 'Gatehouse' })).toBe('Log in | Gatehouse™');
});

test.each([
  ['time.lessThanAMinuteAgo', 'less than a minute ago', 'vor weniger als einer Minute'],
  ['time.inLessThanAMinute', 'in less than a minute', 'in weniger als einer Minute'],
  ['time.today', 'today', 'heute'],
  ['time.yesterday', 'yesterday', 'gestern'],
  ['time.tomorrow', 'tomorrow', 'morgen'],
  ['error.unknown', 'An error unknown error occurred', 'Ein unbekannter Fehler ist aufgetreten'],
])('%s is “%s”, in German “%s”', (key, english, german) => {
  expect(translatorFor('en-US')(`common:${key}`)).toBe(english);
  expect(translatorFor('de')(`common:${key}`)).toBe(german);
});

test.each([
  ['network', /^network error/i, /^Netzwerkfehler/],
  ['aborted', /^request aborted/i, /abgebrochen/],
  ['timeout', /^timeout exceeded/i, /^Zeitüberschreitung/],
  ['protocol', /^unsupported protocol/i, /Protokoll wird nicht unterstützt/],
])('the client error %s is named', (key, english, german) => {
  expect(translatorFor('en-US')(`common:error.${key}`)).toMatch(english);
  expect(translatorFor('de')(`common:error.${key}`)).toMatch(german);
});

test('a missing parameter’s message names it and the operation', () => {
  const values = { parameter: 'userName', operation: 'Users.Unlock' };
  expect(translatorFor('en-US')('common:error.requiredParameter', values)).toBe(
    'Required parameter userName was null or undefined when calling Users.Unlock.',
  );
  expect(translatorFor('de')('common:error.requiredParameter', values)).toBe(
    'Der erforderliche Parameter userName war beim Aufruf von Users.Unlock null oder undefined.',
  );
});

test('British and Indian English fall back to American', () => {
  expect([translatorFor('en-GB')('common:close'), translatorFor('en-IN')('common:close')]).toEqual(['Close', 'Close']);
});
