/** Texts as users type, paste and import them: what is dropped, what is the same, and what is refused with its reason. */
import { email, mailboxKey, splitEmails } from '../../../api/contract/rules/email.ts';
import { personNameRules } from '../../../api/contract/rules/personName.ts';
import { portfolioNameRules } from '../../../api/contract/rules/portfolioName.ts';
import { broken, ruleOf } from '../../../api/contract/rules/rule.ts';
import { searchedName, searchWords } from '../../../api/contract/rules/searchWords.ts';
import { typedLine, typedName } from '../../../api/contract/rules/typed.ts';
import { newUserNameRules } from '../../../api/contract/rules/userName.ts';
import { messages } from './message.ts';

const copiedAlong = [
  '\u200B',
  '\u200E',
  '\u202A',
  '\u202E',
  '\u2068',
  '\u2069',
  '\u00AD',
  '\uFEFF',
  '\u2060',
  '\u061C',
  '\u034F',
];

describe('a name to log in with, and an address', () => {
  test.each(copiedAlong)('are the same with %j copied along', (mark) => {
    expect(typedLine(`${mark} sysadmin${mark}`)).toBe('sysadmin');
    expect(typedLine(`anna@${mark}example.com${mark}`)).toBe('anna@example.com');
    expect(broken([ruleOf(typedLine, email)], `${mark}anna@example.com`)).toBeUndefined();
    expect(
      broken(
        newUserNameRules.map((rule) => ruleOf(typedLine, rule)),
        `${mark}sysadmin`,
      ),
    ).toBeUndefined();
  });

  test('keep the joiner of a domain that is spelled with it, which is another domain without', () => {
    expect(typedLine('x@نامه\u200Cای.example')).toBe('x@نامه\u200Cای.example');
    expect(typedLine('an\u200Cna@example.com')).toBe('anna@example.com');
  });
});

test.each([
  ['x@büro.example', 'x@xn--bro-hoa.example'],
  ['X@BÜRO.Example', 'x@xn--bro-hoa.example'],
  ['x@bu\u0308ro.example', 'x@xn--bro-hoa.example'],
  ['x@\u200Bxn--bro-hoa.example ', 'x@XN--BRO-HOA.EXAMPLE'],
  ['x@straße.example', 'x@xn--strae-oqa.example'],
  ['x@例え.jp', 'x@例え。jp'],
  ['Anna@Example.com', 'anna@example.COM'],
])('%s and %s are one mailbox', (one, other) => {
  expect(mailboxKey(one)).toBe(mailboxKey(other));
  expect(splitEmails(`${one}; ${other}`)).toEqual([typedLine(one)]);
});

test.each([
  ['x@büro.example', 'x@buro.example'],
  ['x@straße.example', 'x@strasse.example'],
  ['büro', 'xn--bro-hoa'],
  ['a@b/c.é', 'a@b'],
  ['a.b@example.com', 'ab@example.com'],
])('%s and %s are two', (one, other) => {
  expect(mailboxKey(one)).not.toBe(mailboxKey(other));
});

describe('a person’s name', () => {
  const refusal = (text: string) => {
    const rule = broken(personNameRules, typedName(text));
    return rule && messages(rule, 'First name')[0].replace('Please enter a valid name. First name contains ', '');
  };

  test.each([
    ['Anna\u00A0Maria', 'Anna Maria'],
    ['\u00A0 Anna\t', 'Anna'],
    ['Anna\u202FMaria', 'Anna Maria'],
    ['山田\u3000太郎', '山田 太郎'],
    ['Anna\tMaria', 'Anna Maria'],
    ['O’Brien', 'O’Brien'],
    ['علی\u200Cرضا', 'علی\u200Cرضا'],
    ['辻\u{E0100}', '辻\u{E0100}'],
  ])('may be typed as %j', (text, meant) => {
    expect(typedName(text)).toBe(meant);
    expect(refusal(text)).toBeUndefined();
  });

  test.each([
    ['O´Brien', "“´” (U+00B4). Use “'” instead: O'Brien"],
    ['O`Brien', "“`” (U+0060). Use “'” instead: O'Brien"],
    ['O′Brien', "“′” (U+2032). Use “'” instead: O'Brien"],
    ['Meyer–Schulz', '“–” (U+2013). Use “-” instead: Meyer-Schulz'],
    ['Meyer—Schulz´', "“—” (U+2014). Use “-” instead: Meyer-Schulz'"],
    ['J．R', '“．” (U+FF0E). Use “.” instead: J.R'],
    ['Anna, Maria', '“,” (U+002C), which names cannot contain.'],
    ['Anna <x>', '“<” (U+003C), which names cannot contain.'],
    ['Anna 🙂', '“🙂” (U+1F642), which names cannot contain.'],
    ...copiedAlong.map((mark) => [
      `An${mark}na`,
      `a character that cannot be seen (U+${(mark.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}). Delete it, or type the name anew.`,
    ]),
  ])('is refused with its character: %j', (text, reason) => {
    expect(refusal(text)).toBe(reason);
  });

  test('is refused in German with the same reason', () => {
    const rule = broken<string>(personNameRules, 'Meyer–Schulz');
    expect(rule && messages(rule, 'Nachname')[1]).toBe(
      'Bitte geben Sie einen gültigen Namen ein. Nachname enthält „–“ (U+2013) statt „-“: Meyer-Schulz',
    );
  });

  test('that is too long or blank has the general message', () => {
    expect(broken(personNameRules, 'x'.repeat(101))?.code).toBe('personName');
    expect(broken(personNameRules, ' ')?.code).toBe('personName');
  });
});

test.each(['.', '..', ' . ', ' .. '])('an organisation cannot be called %j, which no path can carry', (name) => {
  const rule = broken(portfolioNameRules, name);
  expect(rule && messages(rule)[0]).toBe('Please enter a valid name. It cannot be only “.” or “..”.');
});
test.each(['...', '.net', 'A.', '. .'])('an organisation may be called %j', (name) => {
  expect(broken(portfolioNameRules, name)).toBeUndefined();
});

test.each([
  ["O'Brien, Oliver", ["O'Brien", 'Oliver']],
  ['Oliver O’Brien <a@b.example>', ['Oliver', "O'Brien", 'a@b.example']],
  ['a@b.example;', ['a@b.example']],
  ['"O´Brien" (Oliver)', ["O'Brien", 'Oliver']],
  ['mailto:a@b.example', ['a@b.example']],
  ['<MailTo:a@b.example?subject=x%20y>', ['a@b.example']],
  ['\u200Banna\u00A0maria\u200E', ['anna', 'maria']],
  ['„Anna“ «Maria»', ['Anna', 'Maria']],
  [' ,;<>()" ', []],
])('the words of the search %j', (search, words) => {
  expect(searchWords(search)).toEqual(words);
});

describe('a filter that takes one name', () => {
  test.each([
    'Ann Lee <ann@x.example>',
    '"Lee, Ann" <ann@x.example>;',
    'ann@x.example <ann@x.example>',
    '\u200Bann@x\u00AD.example\u2069',
    'ａｎｎ＠ｘ．ｅｘａｍｐｌｅ',
    'Ann ＜ann@x.example＞',
    'mailto:ann@x.example?subject=Hello',
    '<ann@x.example>, ',
    ' ann@x.example; ',
  ])('looks for the address in %j', (text) => {
    expect(searchedName(text)).toBe('ann@x.example');
  });

  test.each([
    ['\u200Esysadmin ', 'sysadmin'],
    ['Baker, Miller & Co', 'Baker, Miller & Co'],
    ['Key of ann@x.example', 'Key of ann@x.example'],
    ['O’Brien’s', 'O’Brien’s'],
    ['ＡＢＣ商事', 'ＡＢＣ商事'],
    ['<none>', '<none>'],
    ['an… #0a1b2c3d4e5f', 'an… #0a1b2c3d4e5f'],
    ['\u200B\u00AD ', ''],
  ])('looks for %j as %j', (text, name) => {
    expect(searchedName(text)).toBe(name);
  });
});
