/**
 * Status pill: what is left of a lock or an invitation, the exact end in the tooltip; a user whose organisation is not approved is
 * not active.
 */
import { render, screen } from '@testing-library/react';
import { I18nextProvider } from 'react-i18next';
import type { UserSummary } from '@api/contract/users.shapes.ts';
import { StatusPill } from '@src/features/users/list/cells/StatusCell.tsx';
import type { Locale } from '@api/contract/locale.ts';
import { startI18n } from '@src/i18n/setup.ts';

const now = new Date(2026, 10, 21, 18, 50);
const locked = (lockedUntil: Date) =>
  ({
    enabled: true,
    approved: true,
    inviteState: null,
    inviteExpiresAt: null,
    lockedUntil: lockedUntil.toISOString(),
  }) as UserSummary;

test.each<[Locale, Date, string, string]>([
  ['en-US', new Date(2026, 10, 21, 19, 5), 'Locked · 15 min', 'Nov 21, 2026, 7:05 PM'],
  ['en-US', new Date(2026, 10, 22, 2, 18), 'Locked · 8 h', 'Nov 22, 2026, 2:18 AM'],
  ['en-US', new Date(2026, 10, 22, 18, 50), 'Locked · 24 h', 'Nov 22, 2026, 6:50 PM'],
  ['en-US', new Date(2099, 0, 1), 'Locked until unlocked', 'unlocked'],
  ['de', new Date(2026, 10, 22, 2, 18), 'Gesperrt · 8 Std.', '22.11.2026, 02:18'],
  ['de', new Date(2026, 10, 24, 2, 18), 'Gesperrt · 3 T.', '24.11.2026, 02:18'],
  ['de', new Date(2099, 0, 1), 'Dauerhaft gesperrt', 'gesperrt'],
])('%s, until %s: %s', async (locale, until, text, exact) => {
  const translations = await startI18n(locale, 'Gatehouse');
  await translations.loadNamespaces(['users', 'common']);
  render(
    <I18nextProvider i18n={translations}>
      <StatusPill user={locked(until)} now={now.getTime()} />
    </I18nextProvider>,
  );
  const pill = (await screen.findByText(text)).parentElement;
  expect(pill?.title.replaceAll('\u202f', ' ')).toContain(exact);
});

test.each<[Locale, Date, string]>([
  ['en-US', new Date(2026, 10, 24, 6), 'Invited · 2 days left'],
  ['en-US', new Date(2026, 10, 22, 9, 50), 'Invited · 15 hours left'],
  ['de', new Date(2026, 10, 21, 19, 25), 'Eingeladen · noch 35 Minuten'],
])('%s, invited until %s: %s', async (locale, until, text) => {
  const translations = await startI18n(locale, 'Gatehouse');
  await translations.loadNamespaces(['users', 'common']);
  const user = { enabled: true, inviteState: 'Invited', inviteExpiresAt: until.toISOString(), lockedUntil: null } as UserSummary;
  render(
    <I18nextProvider i18n={translations}>
      <StatusPill user={user} now={now.getTime()} />
    </I18nextProvider>,
  );
  expect(await screen.findByText(text)).toBeInTheDocument();
});

test('a user whose organisation is not approved is blocked, not active', async () => {
  const translations = await startI18n('en-US', 'Gatehouse');
  await translations.loadNamespaces(['users', 'common']);
  const user = { enabled: true, approved: false, inviteState: null, inviteExpiresAt: null, lockedUntil: null } as UserSummary;
  render(
    <I18nextProvider i18n={translations}>
      <StatusPill user={user} now={now.getTime()} />
    </I18nextProvider>,
  );
  expect(await screen.findByText('Blocked: organisation')).toBeVisible();
  expect(screen.queryByText('Active')).not.toBeInTheDocument();
});
