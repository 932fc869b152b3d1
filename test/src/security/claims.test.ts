/** Every claim of an API key has a phrase and a group in the list. */
import deActions from '@locales/de/actions.json';
import de from '@locales/de/security.json';
import enActions from '@locales/en-US/actions.json';
import en from '@locales/en-US/security.json';
import { operations } from '@api/contract/index.ts';
import { grantableToKey } from '@api/contract/session.policy.ts';
import { groupClaims } from '@src/features/security/claims.ts';
import { addressKindOf } from '@src/logIns/addressKind.ts';

const grantable = Object.entries(operations)
  .filter(([, operation]) => grantableToKey(operation))
  .map(([name]) => name);

type Calls<Words> = Readonly<Record<string, Readonly<Record<string, Words>>>>;

/** Phrases of claims by call; those of administrative actions are among their other words. */
function phrasesOf(claims: Calls<string>, actions: Calls<Readonly<Record<string, string>>>): ReadonlyMap<string, string> {
  const all: [string, string | undefined][] = [
    ...Object.entries(claims).flatMap(([noun, calls]) =>
      Object.entries(calls).map(([call, phrase]): [string, string] => [`${noun}.${call}`, phrase]),
    ),
    ...Object.entries(actions).flatMap(([noun, calls]) =>
      Object.entries(calls).map(([call, { right }]): [string, string | undefined] => [`${noun}.${call}`, right]),
    ),
  ];
  return new Map(all.filter((each): each is [string, string] => each[1] !== undefined));
}

const locales = [
  ['en-US', phrasesOf(en.claims, enActions.call)],
  ['de', phrasesOf(de.claims, deActions.call)],
] as const;

test.each(locales)('%s has a phrase for every claim, and for no other', (_locale, phrases) => {
  expect([...phrases.keys()].sort()).toEqual([...grantable].sort());
});

test('no two claims read the same', () => {
  for (const [, phrases] of locales) expect(new Set(phrases.values()).size).toBe(phrases.size);
});

test('each claim is in one group, also one that this version does not know', () => {
  const claims = [...grantable, 'Weather.Forecast'].map((value) => ({ value, description: value }));
  const groups = groupClaims(claims);
  expect(groups.flatMap((group) => group.claims.map(({ value }) => value)).sort()).toEqual(
    claims.map(({ value }) => value).sort(),
  );
  expect(groups.find(({ subject }) => subject === 'Roles')?.claims.map(({ value }) => value)).toContain('UserRoles.User');
});

test('each known claim is under the heading of its own subject', () => {
  const claims = grantable.map((value) => ({ value, description: value }));
  for (const { subject, claims: grouped } of groupClaims(claims)) {
    const subjects = grouped.map(({ value }) => value.replace(/\..*/, '').replace('UserRoles', 'Roles'));
    expect(new Set(subjects)).toEqual(new Set([subject]));
  }
});

test.each([
  ['127.0.0.1', 'this'],
  ['::1', 'this'],
  ['::ffff:127.0.0.1', 'this'],
  ['10.0.0.9', 'local'],
  ['172.31.0.1', 'local'],
  ['172.32.0.1', 'other'],
  ['192.168.1.20', 'local'],
  ['fd12:3456::1', 'local'],
  ['fe80::1', 'local'],
  ['203.0.113.5', 'same'],
  ['2001:db8::1', 'other'],
  ['', 'unknown'],
] as const)('the address %s is: %s', (address, place) => {
  expect(addressKindOf(address, false, '203.0.113.5')).toBe(place);
});

test('the current session’s address is “own”, not “same”', () => {
  expect(addressKindOf('203.0.113.5', true, '203.0.113.5')).toBe('own');
});
