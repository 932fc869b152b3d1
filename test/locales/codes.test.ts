/** Every error code has a phrase in every complete locale. */
import { problemStatus } from '../../api/contract/problem.ts';
import { ruleCodes } from '../../api/contract/rules/rule.ts';
import { phrasesOf, translatorFor, treeOf } from './files.ts';

const complete = ['en-US', 'de'] as const;
const placeholder = /\{\{\w+\}\}/g;
/** What a field must be is worded under the code BadRequest. */
const form = /_(?:one|other|noCookies|address|until|cookies|organisationName|publicId)$|(?<=^BadRequest)_\w+$/;
const withoutForm = (keys: Iterable<string>) => new Set([...keys].map((key) => key.replace(form, '')));

describe.each(complete)('%s', (locale) => {
  const rules = withoutForm(phrasesOf(treeOf(locale, 'rules.json')).keys());
  const problems = phrasesOf(treeOf(locale, 'problem.json'));

  test.each(ruleCodes)('has a phrase for the rule %s', (code) => {
    expect(rules).toContain(code);
  });

  test('has no phrase for a rule that does not exist', () => {
    const known = new Set<string>(ruleCodes);
    // Field names, and the reused password, which is a problem code of the server and not a rule.
    const others = ['field', 'confirmation', 'checklist.former'];
    expect([...rules].filter((key) => !known.has(key.replace('checklist.', '')) && !others.includes(key))).toEqual([]);
  });

  test('has a phrase for every problem, and for no other', () => {
    expect([...withoutForm(problems.keys())].sort()).toEqual(Object.keys(problemStatus).sort());
  });

  test.each([...problems])('words %s in whole sentences without markup: %s', (_code, phrase) => {
    expect(phrase.replaceAll(placeholder, 'x')).toMatch(/^\p{Lu}[^<>{}&]*[^.]\.$/u);
  });

  test('has values only in the phrase of a problem that is thrown with them', () => {
    const found = [...problems].filter(([, phrase]) => phrase.includes('{')).map(([code]) => code);
    const withValues = found.filter((code) => !code.startsWith('BadRequest_'));
    expect(withValues).toEqual(['TooManyRequests_address', 'TooManyRequests_until', 'PersonalDataLimit', 'FileBroken']);
  });
});

test.each([
  ['en-US', ['username', 'password']],
  ['de', ['Benutzername', 'Passwort']],
] as const)('%s does not tell which of name and password was wrong', (locale, words) => {
  const phrase = translatorFor(locale)('problem:InvalidCredentials');
  for (const word of words) expect(phrase).toContain(word);
});
