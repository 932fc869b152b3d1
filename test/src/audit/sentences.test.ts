/** Every event that can be in the audit has a sentence in each complete language, and none shows a code to a reader. */
import { problemStatus } from '@api/contract/problem.ts';
import { kindOfEvent, ownEvents } from '@api/contract/audit.events.ts';
import { objects, verbs } from '@api/contract/audit.verbs.ts';
import { sentenceOf, sentenceOfLine, sentenceWithActor } from '@api/contract/audit.sentences.ts';
import { actionName, phraseOfEvent, type WordedEvent, type Words } from '@api/contract/audit.words.ts';
import { importRefusals } from '@api/contract/imports.shapes.ts';
import { operations } from '@api/contract/index.ts';
import germanActions from '@locales/de/actions.json';
import german from '@locales/de/audit.json';
import englishActions from '@locales/en-US/actions.json';
import english from '@locales/en-US/audit.json';

/**
 * Actions in the audit: every write, every refused call to an administrators' operation, and every refused call about another user.
 */
const audited = [
  ...Object.entries(operations)
    .filter(
      ([, { who, method, path }]) => method !== 'GET' || !['anyone', 'pending'].includes(who) || path.includes('{userName}'),
    )
    .filter(([, { who, method }]) => method !== 'GET' || who !== 'session')
    .map(([name]) => name),
  'Users.User',
  ...ownEvents,
];

/** Reasons of failures and refusals besides the codes of problems. */
const REASONS = [
  ...['Disabled', 'Locked', 'NotApproved', 'ChallengeGone', 'UnknownPasskey', 'InvalidPasskey', 'ClonedPasskey', 'SourceAddress'],
  ...['login', 'secondFactor', 'passwordChange', 'impersonating', 'noAccess'],
  // A user of the former system gets no account.
  ...[...importRefusals, 'unchanged'].filter((code) => code !== 'tooLong' && code !== 'repeated'),
];
const reasons = [...Object.keys(problemStatus), ...REASONS];

interface Tree {
  readonly [key: string]: string | Tree;
}

function wordsOf(tree: Tree): Words {
  const find = (key: string) =>
    key.split('.').reduce<string | Tree | undefined>((at, part) => (typeof at === 'object' ? at[part] : undefined), tree);
  return {
    phrase: (key, values = {}) => {
      const text = find(key);
      return typeof text === 'string' ? text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => values[name] ?? '') : undefined;
    },
    roles: (names) => names.map((name) => (name === 'SystemAdministration' ? 'System administrator' : name)).join(', '),
    number: String,
    time: (time) => time,
  };
}

const languages = { 'en-US': wordsOf({ ...english, ...englishActions }), de: wordsOf({ ...german, ...germanActions }) } as const;
const event = (
  action: string,
  details: WordedEvent['details'] = {},
  outcome: WordedEvent['outcome'] = 'success',
): WordedEvent => ({
  actor: 'ingrid',
  action,
  outcome,
  details,
});

/** Every code of which the audit has a name. */
const codesIn = (nouns: object) =>
  Object.entries(nouns).flatMap(([noun, names]) => Object.keys(names as object).map((name) => `${noun}.${name}`));
const named = [...codesIn(english.action), ...codesIn(englishActions.call)];

test.each([...new Set([...audited, ...named])])('%s has one verb and one object', (action) => {
  const kind = kindOfEvent(action);
  expect(verbs).toContain(kind?.verb);
  expect(objects).toContain(kind?.object);
});

test('every verb and every object is one of some event', () => {
  const kinds = named.map(kindOfEvent);
  expect(verbs.filter((verb) => !kinds.some((kind) => kind?.verb === verb))).toEqual([]);
  expect(objects.filter((object) => !kinds.some((kind) => kind?.object === object))).toEqual([]);
});

describe.each(Object.entries(languages))('%s', (_locale, words) => {
  test.each(audited)('%s has a name, and a sentence for what was done', (action) => {
    expect(phraseOfEvent('action', action, words)).toBeTruthy();
    expect(phraseOfEvent('done', action, words)).toBeTruthy();
    expect(words.phrase(`noun.${action.split('.')[0] ?? ''}`)).toBeTruthy();
    expect(sentenceOf(event(action, { code: 'NotFound' }, 'refused'), words)).not.toContain(action);
  });

  test.each(reasons)('%s is a reason in words', (code) => {
    expect(words.phrase(`reason.${code}`)).toBeTruthy();
    const sentence = sentenceOf(event('Login.Login', { reason: code }, 'failure'), words);
    expect(sentence).toContain(words.phrase(`reason.${code}`));
    // No sentence contains a code of several words.
    if (/[a-z][A-Z]/.test(code)) expect(sentence).not.toContain(code);
  });
});

test.each([
  [event('Users.Enable', { enabled: false }), 'Disabled', 'Deaktiviert'],
  [
    event('Roles.SetUser', { given: ['SystemAdministration'], taken: [] }),
    'Gave System administrator',
    'System administrator erteilt',
  ],
  [event('Users.User'), 'Viewed user', 'Benutzer angesehen'],
  [
    event('Login.Login', { reason: 'InvalidCredentials', failures: 3 }, 'failure'),
    'Login refused: wrong password',
    'Anmeldung abgelehnt: falsches Passwort',
  ],
  [
    { ...event('Login.Login', { reason: 'InvalidCredentials' }, 'failure'), actor: null },
    'Login refused: wrong username or password',
    'Anmeldung abgelehnt: Benutzername oder Passwort falsch',
  ],
  [event('Views.Share', {}, 'refused'), '“Share view” refused', '„Ansicht teilen“ abgelehnt'],
] as const)('%j is said as %s', (one, inEnglish, inGerman) => {
  expect(sentenceOf(one, languages['en-US'])).toBe(inEnglish);
  expect(sentenceOf(one, languages.de)).toBe(inGerman);
});

test('an act on many is said with their number, and with that of those for whom it failed', () => {
  const line = (
    first: { readonly action: string; readonly details?: WordedEvent['details']; readonly outcome?: WordedEvent['outcome'] },
    users: number,
    failed = 0,
  ) => {
    const { action, details = {}, outcome = 'success' } = first;
    const bulk = { bulkId: 'b', users, failed, organisation: null, first: { action, details, outcome, target: 'ann' } };
    return Object.values(languages).map((words) =>
      sentenceOfLine({ ...event('Operations.Start', { kind: 'unlock' }), bulk }, words),
    );
  };
  expect(line({ action: 'Users.Unlock' }, 55)).toEqual(['Unlocked 55 users', '55 Benutzer entsperrt']);
  expect(line({ action: 'Users.Enable', details: { enabled: false } }, 55, 3)).toEqual([
    'Disabled 55 users · 3 failed',
    '55 Benutzer deaktiviert · 3 fehlgeschlagen',
  ]);
  expect(line({ action: 'Roles.SetUser', details: { given: ['Support'], taken: [] } }, 2)).toEqual([
    'Gave 2 users Support',
    '2 Benutzern Support erteilt',
  ]);
  expect(line({ action: 'Users.Unlock' }, 1)).toEqual(['Unlocked', 'Entsperrt']);
  expect(line({ action: 'Users.Unlock', details: { code: 'Forbidden' }, outcome: 'refused' }, 4, 4)[0]).toMatch(
    /^Unlocking a user refused: .* · 4 users$/,
  );
  expect(line({ action: 'Provisioning.Release' }, 3)[0]).toBe('Ended the management by the directory · 3 users');
});

test('an act on a user names its actor', () => {
  const said = (one: WordedEvent) => sentenceWithActor(one, 'Ingrid Solberg', languages['en-US']);
  expect(said(event('Users.Enable', { enabled: false }))).toBe('Disabled by Ingrid Solberg');
  expect(said(event('Login.Login'))).toBe('Logged in');
});

test('an action and a reason of a newer server are readable words', () => {
  const words = languages['en-US'];
  expect(sentenceOf(event('Users.SendPostcard'), words)).toBe('Users: send postcard');
  expect(sentenceOf(event('Users.SendPostcard', { code: 'NoStampLeft' }, 'refused'), words)).toBe(
    '“Users: send postcard” refused: no stamp left',
  );
  expect(actionName('Users.SendPostcard', words)).toBe('Users: send postcard');
});
