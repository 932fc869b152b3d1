/** What the check of the packages' signatures makes of npm's answers. */
import { judgeSignatures } from '../../deploy/signatures.ts';

const judge = (report: unknown) => judgeSignatures(JSON.stringify(report));
const pg = { name: 'pg', version: '8.23.1', location: 'node_modules/pg', registry: 'https://registry.example/' };

it('A wrong signature fails, by name', () => {
  const { isWrong, message } = judge({ invalid: [{ ...pg, code: 'EINTEGRITYSIGNATURE' }], missing: [pg] });
  expect([isWrong, message]).toEqual([true, expect.stringMatching(/WRONG(.|\n)*pg@8\.23\.1/)]);
});

it.each(['EMISSINGSIGNATUREKEY', 'EEXPIREDSIGNATUREKEY'])('A signature by a key that is not the registry’s fails: %s', (code) => {
  expect(judge({ error: { code, summary: 'pg@8.23.1 has a registry signature with keyid: x' } })).toEqual({
    isWrong: true,
    message: 'WRONG SIGNATURE: pg@8.23.1 has a registry signature with keyid: x',
  });
});

it('Right ones pass, and so do those that the registry has not signed, which are counted', () => {
  expect(judge({ invalid: [], missing: [] })).toEqual({ isWrong: false, message: 'The signatures of all packages are right.' });
  expect(judge({ invalid: [], missing: [pg] })).toEqual({
    isWrong: false,
    message: expect.stringContaining('1 packages') as string,
  });
});

it.each([
  ['can’t be reached', JSON.stringify({ error: { code: 'ENOTFOUND', summary: 'getaddrinfo ENOTFOUND registry.example\nmore' } })],
  [
    'knows no signatures',
    JSON.stringify({ error: { summary: 'found no dependencies to audit that were installed from a supported registry' } }),
  ],
  ['is cut off', '{"invalid": ['],
  ['says nothing', ''],
])('A registry that %s is passed over with one line', (_how, report) => {
  const { isWrong, message } = judgeSignatures(report);
  expect([isWrong, message]).toEqual([false, expect.stringMatching(/^Signatures of packages are not checked here: .+$/)]);
});
