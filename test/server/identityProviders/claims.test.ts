/** What vendors write in a token, and what it means: types of JSON, second factors, times and names. */
import { requirePast, verifiedOf, type Claims } from '../../../server/identityProviders/openid/claims.ts';
import { Refused } from '../../../server/identityProviders/logIn/refused.ts';
import type { ConnectionRow } from '../../../server/identityProviders/settings/repository.ts';
import { namesOf } from '../../../server/directories/users/providedNames.ts';

const connection = { kind: 'openid', vendor: 'other', mfa_trust: 'asserted', mfa_values: ['mfa', 'phr'], groups_claim: 'groups' };
const read = (claims: Claims, more: object = {}) =>
  verifiedOf({ ...connection, ...more } as unknown as ConnectionRow, {
    iss: 'https://idp.example',
    sub: 'one',
    email: 'ada@quay.example',
    ...claims,
  });

test.each<[unknown, boolean]>([
  [true, true],
  ['true', true],
  [['true'], true],
  [[true], true],
  [false, false],
  ['false', false],
  [['false'], false],
  [['true', 'false'], false],
  [[], false],
  [1, false],
  ['TRUE ', false],
  ['yes', false],
  [{ value: true }, false],
  [null, false],
  [undefined, false],
])('An address counts with email_verified %j: %s', (value, counts) => {
  expect(read({ email_verified: value }).email).toEqual(counts ? 'ada@quay.example' : { missing: 'emailNotVerified' });
});

test.each<[Claims, boolean]>([
  [{ amr: ['pwd', 'mfa'] }, true],
  [{ amr: 'mfa' }, true],
  [{ acr: 'phr' }, true],
  [{ acr: ['phr'] }, true],
  [{ acr: ['low', 'phr'] }, true],
  [{ amr: 'pwd' }, false],
  [{ amr: 'mfa pwd' }, false],
  [{ acr: [['phr']] }, false],
  [{ amr: { mfa: true } }, false],
  [{}, false],
])('The second factor of %j is asserted: %s', (claims, is) => {
  expect(read(claims).isSecondFactor).toBe(is);
});

const now = new Date('2026-11-29T12:00:00Z');
const at = (seconds: number) => now.getTime() / 1000 + seconds;
test.each<[Claims, string | null]>([
  [{ iat: at(59) }, null],
  [{ iat: at(-3600), auth_time: at(59) }, null],
  [{ iat: at(61) }, 'clock'],
  [{ iat: String(at(90)) }, 'clock'],
  [{ iat: at(0), auth_time: at(61) }, 'authTime'],
  [{ iat: at(0), auth_time: String(at(86_400)) }, 'authTime'],
  [{}, null],
])('Times of a token: %j is refused for %s', (claims, problem) => {
  const judged = () => {
    requirePast(claims, now);
  };
  if (problem === null) expect(judged).not.toThrow();
  else expect(judged).toThrow(new Refused(problem as 'clock'));
});

test.each<[number, string, number]>([
  [201, 'read', 201],
  [1500, 'read', 1500],
  [1501, 'overage', 0],
])('%i groups that are really sent: %s', (count, state, known) => {
  const { groups } = read({ groups: Array.from({ length: count }, (_, index) => `group ${String(index)}`) });
  expect([groups.state, groups.names.length]).toEqual([state, known]);
});

test.each<[[given: string, family: string, name: string], [first: string, last: string]]>([
  [
    ['Anna', 'Müller', 'whatever'],
    ['Anna', 'Müller'],
  ],
  [
    ['', '', 'Anna Müller'],
    ['Anna', 'Müller'],
  ],
  [
    ['', '', 'Müller, Anna'],
    ['Anna', 'Müller'],
  ],
  [
    ['', '', 'García Márquez, Gabriel José'],
    ['Gabriel José', 'García Márquez'],
  ],
  [
    ['', '', '  Nguyễn ,  Thị Minh '],
    ['Thị Minh', 'Nguyễn'],
  ],
  [
    ['', '', 'Martin Luther King, Jr.'],
    ['Martin', 'Luther King'],
  ],
  [
    ['', '', 'King, Martin Luther, Jr.'],
    ['Martin Luther', 'King'],
  ],
  [
    ['Anna', '', 'Müller, Anna'],
    ['Anna', 'Müller'],
  ],
  [
    ['Anna', '', 'Anna Müller'],
    ['Anna', 'Müller'],
  ],
  [
    ['', 'van der Berg', 'Jan van der Berg'],
    ['Jan', 'van der Berg'],
  ],
  [
    ['', '', 'Sukarno'],
    ['Sukarno', '-'],
  ],
  [
    ['Sukarno', '', 'Sukarno'],
    ['Sukarno', '-'],
  ],
  [
    ['', 'Teller', ''],
    ['Teller', '-'],
  ],
  [
    ['', '', '佐藤 花子'],
    ['佐藤', '花子'],
  ],
  [
    ['', '', ' , '],
    ['', ''],
  ],
])('The names %j become %j', ([givenName, familyName, name], [first, last]) => {
  expect(namesOf({ givenName, familyName, name })).toEqual({ givenName: first, familyName: last });
});
