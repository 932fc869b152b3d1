/** Formatting of audit event details. */
import { detailLines } from '@src/features/audit/details.ts';
import { createFormats } from '@src/i18n/formats.ts';

const formats = createFormats('en-US', {
  lessThanAMinuteAgo: '',
  inLessThanAMinute: '',
  today: '',
  yesterday: '',
  tomorrow: '',
});
const phrases: Readonly<Record<string, string>> = { 'detail.email': 'Email', 'value.true': 'Yes', 'value.Locked': 'Locked out' };
const roles: Readonly<Record<string, string>> = { SystemAdministration: 'System administrator' };
const list = (names: readonly string[]) => names.map((name) => roles[name] ?? name).join(', ');
const roleNames = { of: (name: string) => list([name]), list, exactly: list };
const lines = (details: Record<string, unknown>) => detailLines(details, (key) => phrases[key], formats, roleNames);

test('a changed field shows its old and new value', () => {
  expect(
    lines({ fields: { email: { from: null, to: 'a@example.com' }, roles: { from: [], to: ['Member', 'Support'] } } }),
  ).toEqual([
    { kind: 'change', label: 'Email', from: '–', to: 'a@example.com' },
    { kind: 'change', label: 'Roles', from: '–', to: 'Member, Support' },
  ]);
});

test('roles are shown by their display names, also added and removed ones', () => {
  const to = ['Member', 'SystemAdministration'];
  expect(lines({ fields: { roles: { from: [], to } }, given: ['SystemAdministration'], taken: [] })).toEqual([
    { kind: 'change', label: 'Roles', from: '–', to: 'Member, System administrator' },
    { kind: 'value', label: 'Given', value: 'System administrator' },
    { kind: 'value', label: 'Taken', value: '–' },
  ]);
});

test('known values are shown as words, times and numbers in the locale’s format', () => {
  expect(
    lines({ browserRemembered: true, reason: 'Locked', rows: 12345, expiresAt: '2026-11-21T10:00:00.000Z', odd: [{ a: 1 }] }),
  ).toEqual([
    { kind: 'value', label: 'Browser remembered', value: 'Yes' },
    { kind: 'value', label: 'Reason', value: 'Locked out' },
    { kind: 'value', label: 'Rows', value: '12,345' },
    { kind: 'value', label: 'Expires at', value: formats.dateTime('2026-11-21T10:00:00.000Z') },
    { kind: 'value', label: 'Odd', value: '{"a":1}' },
  ]);
});
