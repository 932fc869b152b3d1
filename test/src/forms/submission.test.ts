/** What the server refuses is said at its field, with what the field expects. */
import type { ClientProblem } from '@api/client/clientProblem.ts';
import { submitErrors } from '@src/forms/submission.ts';

const t = ((key: string) => key) as never;
const refused = (fields: Readonly<Record<string, string>>): ClientProblem => ({
  kind: 'problem',
  status: 400,
  body: { code: 'Invalid', message: 'Some fields are not valid.', fields },
});
const known = ['issuer', 'mfaValues', 'name', 'publicId'];
const expected = { issuer: 'an address such as https://login.example.com', mfaValues: 'values such as mfa, hwk' };

test.each([
  ['a general text', { issuer: 'The value of “issuer” is not valid.' }, { issuer: expected.issuer }],
  ['a general text in German', { issuer: 'Der Wert von „issuer“ ist ungültig.' }, { issuer: expected.issuer }],
  ['one entry of a list', { 'mfaValues.1': 'Field “mfaValues.1” must be a text.' }, { mfaValues: expected.mfaValues }],
  ['a rule in words', { name: 'Name is required' }, { name: 'Name is required' }],
  [
    'a rule in words of a field with an example',
    { issuer: 'Issuer cannot exceed 500 characters' },
    { issuer: 'Issuer cannot exceed 500 characters' },
  ],
  [
    'a field without an example',
    { publicId: 'Field “publicId” must be a UUID.' },
    { publicId: 'Field “publicId” must be a UUID.' },
  ],
  [
    'two at once',
    { issuer: 'The value of “issuer” is not valid.', name: 'Name is required' },
    { issuer: expected.issuer, name: 'Name is required' },
  ],
])('%s', (_what, fields, errors) => {
  expect(submitErrors(refused(fields), known, t, expected)).toEqual(errors);
});
