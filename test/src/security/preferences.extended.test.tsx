/** User preferences: mails, font size, theme, language. */
import { screen, waitFor, within } from '@testing-library/react';
import { selectOption } from '../../support/selectOption.ts';
import { unusedMember } from '../../support/unusedMember.ts';
import { useServer } from '../../support/useServer.ts';
import { openPageAs } from '../openPageAs.tsx';
import { setRoles } from '../../support/changeUser.ts';

// eslint-disable-next-line react-hooks/rules-of-hooks -- a hook of the test runner, not of React
const site = useServer();

async function openSection(name: string, options: Parameters<typeof openPageAs>[3] = {}) {
  const { userId, userName } = await unusedMember(site);
  // The digest is of the audit, and offered to those who may read it.
  await setRoles(site, userId, ['Support']);
  const page = await openPageAs(site, userName, '/SecurityDetails', options);
  return { ...page, section: within(await screen.findByRole('region', { name })) };
}

test('email preferences are saved; security alerts stay on', async () => {
  const { user, section, client } = await openSection('Email preferences');
  const before = await client.ok('Users.EmailPreferences');
  const alerts = await section.findByRole('checkbox', { name: 'Security alerts (always sent)' });
  expect(alerts).toBeChecked();
  expect(alerts).toBeDisabled();
  await user.click(section.getByRole('checkbox', { name: 'Audit digest' }));
  await user.click(section.getByRole('checkbox', { name: 'Product news' }));
  await user.click(section.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Your email preferences have been saved.')).toBeVisible();
  expect(await client.ok('Users.EmailPreferences')).toEqual({
    securityAlerts: true,
    auditDigest: !before.auditDigest,
    productNews: !before.productNews,
  });
});

test('preferences that could not be saved stay checked, with a retry button', async () => {
  let broken = true;
  const { user, section, client } = await openSection('Email preferences', {
    transport: (own) => ({
      ...own,
      fetch: (url, init) =>
        broken && init.method === 'POST' && url.includes('/EmailPreferences')
          ? Promise.reject(new TypeError('Failed to fetch'))
          : own.fetch(url, init),
    }),
  });
  const digest = await section.findByRole('checkbox', { name: 'Audit digest' });
  const wanted = !(await client.ok('Users.EmailPreferences')).auditDigest;
  await user.click(digest);
  await user.click(section.getByRole('button', { name: 'Save' }));
  await screen.findAllByText('Network error. Check your connection and try again.');
  expect((digest as HTMLInputElement).checked).toBe(wanted);
  broken = false;
  await user.click(section.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Your email preferences have been saved.')).toBeVisible();
  expect((await client.ok('Users.EmailPreferences')).auditDigest).toBe(wanted);
});

test('a section that fails to load says so, and can be retried', async () => {
  let broken = true;
  const { user, section } = await openSection('Email preferences', {
    transport: (own) => ({
      ...own,
      wait: () => Promise.resolve(),
      fetch: (url, init) =>
        broken && url.includes('/EmailPreferences') ? Promise.reject(new TypeError('Failed to fetch')) : own.fetch(url, init),
    }),
  });
  expect(await section.findByText('Check your connection and try again. Contact support if it happens again.')).toBeVisible();
  broken = false;
  await user.click(section.getByRole('button', { name: 'Try again' }));
  expect(await section.findByRole('checkbox', { name: 'Product news' })).toBeVisible();
});

test('the font size is applied and saved at once', async () => {
  const { user, section, client } = await openSection('Display');
  await user.click(within(section.getByRole('radiogroup', { name: 'Font size' })).getByRole('radio', { name: 'Compact' }));
  await waitFor(() => expect(document.documentElement.dataset.fontSize).toBe('compact'));
  expect(await client.ok('Users.FontSize')).toBe('compact');
  expect(localStorage.getItem('fontSize')).toBe('compact');
});

test('theme and language are applied and stored in this browser', async () => {
  const { user, section } = await openSection('Display');
  await user.click(within(section.getByRole('radiogroup', { name: 'Theme' })).getByRole('radio', { name: 'Dark' }));
  await waitFor(() => expect(document.documentElement.dataset.theme).toBe('dark'));
  await selectOption(user, 'Language', 'Deutsch');
  expect(await screen.findByRole('heading', { level: 1, name: 'Sicherheitsdetails' })).toBeVisible();
  expect(await screen.findByRole('region', { name: 'Darstellung' })).toBeVisible();
  expect([localStorage.getItem('theme'), localStorage.getItem('locale')]).toEqual(['dark', 'de']);
});
