/** Estimated strength of passwords, and the list of the most common ones. */
import { dictionary } from '@zxcvbn-ts/language-common';
import { commonPasswordRules } from '../../../api/contract/rules/commonPassword.ts';
import mostCommonPasswords from '../../../api/contract/rules/mostCommonPasswords.json';
import { strengthEstimator } from '../../../api/contract/rules/passwordStrength.ts';
import { broken } from '../../../api/contract/rules/rule.ts';

const commonPassword = commonPasswordRules(mostCommonPasswords);
const estimateStrength = strengthEstimator(mostCommonPasswords);

const names = ['Gatehouse', 'Harbour Mutual', 'jane_doe84', 'j.smith@example.com'];

test('the list has the 10,000 most common passwords of the library', () => {
  expect(mostCommonPasswords).toEqual(dictionary['passwords-common'].slice(0, 10_000));
});

test('each of them is refused, in capitals too', () => {
  for (const password of mostCommonPasswords.filter((_, index) => index % 97 === 0))
    for (const typed of [password, password.toUpperCase()])
      expect([typed, broken(commonPassword([]), typed)?.code]).toEqual([typed, 'passwordCommon']);
});

test.each([
  ['Password1', 0, 'common'],
  ['Qwertyuiop1', 1, null],
  ['Harbour2026', 1, 'userInputs'],
  ['Jane_Doe84!', 1, 'userInputs'],
  ['rain on the harbour wall', 4, null],
])('%s has the strength %d', (password, score, warning) => {
  expect(estimateStrength(password, names)).toMatchObject({ score, ...(warning === null ? {} : { warning }) });
});

test('a password of the longest length that is accepted is estimated by its first characters', () => {
  expect(estimateStrength(`${'a'.repeat(64)}${'xK9#qLmz'.repeat(100)}`, names).score).toBe(0);
});
