/** Details of an event: lines for the drawer, and what it changed in one line. */
import { changeOf, detailLines, detailsInOneLine } from '@api/contract/audit.details.ts';
import { codeKeyOf } from '@api/contract/audit.sentences.ts';
import type { WordedEvent, Words } from '@api/contract/audit.words.ts';

const phrases: Readonly<Record<string, string>> = {
  'detail.email': 'Email',
  'detail.reason': 'Reason',
  'value.true': 'Yes',
  'value.enabled': 'Enabled',
  'value.disabled': 'Disabled',
  'value.SignedIn': 'Logged in',
  'reason.Locked': 'account locked',
  'action.Users.Unlock': 'Unlock user',
};
const roles: Readonly<Record<string, string>> = { SystemAdministration: 'System administrator' };
const words: Words = {
  phrase: (key) => phrases[key],
  roles: (names) => names.map((name) => roles[name] ?? name).join(', '),
  number: (value) => value.toLocaleString('en-US'),
  time: (time) => `at ${time}`,
};
const event = (details: WordedEvent['details'], others: Partial<WordedEvent> = {}): WordedEvent => ({
  actor: 'ingrid',
  action: 'Users.Patch',
  outcome: 'success',
  details,
  ...others,
});
const lines = (details: WordedEvent['details']) => detailLines(event(details), words);

test('a changed field shows its old and new value', () => {
  const changed = event({
    fields: { email: { from: null, to: 'a@example.com' }, roles: { from: [], to: ['Member', 'Support'] } },
  });
  expect(detailLines(changed, words)).toEqual([
    { kind: 'change', label: 'Email', from: '–', to: 'a@example.com' },
    { kind: 'change', label: 'Roles', from: '–', to: 'Member, Support' },
  ]);
  expect(changeOf(changed, words)).toBe('Email: – → a@example.com · Roles: – → Member, Support');
});

test('roles are shown by their display names, also added and removed ones', () => {
  const to = ['Member', 'SystemAdministration'];
  expect(lines({ fields: { roles: { from: [], to } }, given: ['SystemAdministration'], taken: [] })).toEqual([
    { kind: 'change', label: 'Roles', from: '–', to: 'Member, System administrator' },
    { kind: 'value', label: 'Given', value: 'System administrator' },
    { kind: 'value', label: 'Taken', value: '–' },
  ]);
  expect(changeOf(event({ given: ['SystemAdministration'], taken: ['Member'] }), words)).toBe('Member → System administrator');
});

test('an account that was disabled was enabled before', () => {
  expect(changeOf(event({ enabled: false }, { action: 'Users.Enable' }), words)).toBe('Enabled → Disabled');
  expect(changeOf(event({ enabled: false }, { action: 'Users.Enable', outcome: 'refused' }), words)).toBe('');
});

test('the reason of a failure comes first, and none of its codes is shown', () => {
  const failed = event({ failures: 3, reason: 'Locked' }, { action: 'Login.Login', outcome: 'failure' });
  expect(detailLines(failed, words)).toEqual([
    { kind: 'value', label: 'Reason', value: 'Account locked' },
    { kind: 'value', label: 'Failures', value: '3' },
  ]);
  const refused = event({ code: 'StaleVersion', reason: 'McDonald asked' }, { outcome: 'refused' });
  expect(detailsInOneLine(refused, words)).toBe('Code: Stale version · Reason: McDonald asked');
});

test('a failure’s code is found by its key, and a reason beside it is the text of an administrator', () => {
  expect(codeKeyOf(event({ reason: 'Locked' }, { outcome: 'failure' }))).toBe('reason');
  expect(codeKeyOf(event({ code: 'ApprovalNeeded', reason: 'Offboarding' }, { outcome: 'refused' }))).toBe('code');
  expect(codeKeyOf(event({ reason: 'Offboarding' }))).toBeUndefined();
});

test('known values are shown as words, times and numbers in the locale’s format', () => {
  expect(
    lines({
      browserRemembered: true,
      outcome: 'SignedIn',
      rows: 12345,
      expiresAt: '2026-11-21T10:00:00.000Z',
      action: 'Users.Unlock',
      odd: [{ a: 1 }],
    }),
  ).toEqual([
    { kind: 'value', label: 'Browser remembered', value: 'Yes' },
    { kind: 'value', label: 'Outcome', value: 'Logged in' },
    { kind: 'value', label: 'Rows', value: '12,345' },
    { kind: 'value', label: 'Expires at', value: 'at 2026-11-21T10:00:00.000Z' },
    { kind: 'value', label: 'Action', value: 'Unlock user' },
    { kind: 'value', label: 'Odd', value: 'A: 1' },
  ]);
});
