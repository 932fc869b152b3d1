/** Main navigation: the current page, and the links that each role gets. */
import { screen, within } from '@testing-library/react';
import { paths } from '@src/paths.ts';
import { useServer } from '../../support/useServer.ts';
import { openPageAs } from '../openPageAs.tsx';

// eslint-disable-next-line react-hooks/rules-of-hooks -- a hook of the test runner, not of React
const site = useServer();

test.each([
  ['Users', paths.usersImport.to(), 'true'],
  ['Organisations', paths.organisations.to(), 'page'],
  ['Applications', paths.applications.to(), 'page'],
  ['Applications', paths.applicationsAdd.to(), 'true'],
  ['Users', paths.usersAdd.to(), 'true'],
  ['Users', '/users/list/admin', 'page'],
  ['Users', paths.usersEdit.to({ userName: 'ordinary' }), 'true'],
])('the bar marks %s at %s', async (label, path, current) => {
  await openPageAs(site, 'sysadmin', path);
  const bar = await screen.findByRole('navigation', { name: 'Main navigation' });
  const links = await within(bar).findAllByRole('link');
  const marked = links.filter((link) => link.hasAttribute('aria-current'));
  expect(marked.map((link) => [link.textContent, link.getAttribute('aria-current')])).toEqual([[label, current]]);
});

test.each([
  ['sysadmin', ['Users', 'Overview', 'Organisations', 'Applications', 'Tickets', 'Audit report']],
  ['system_only', ['Users', 'Overview', 'Organisations', 'Applications', 'Tickets', 'Audit report']],
  ['subadmin', ['Users', 'Overview', 'Organisation', 'Tickets', 'Audit report']],
  ['support_user', ['Tickets', 'Audit report']],
] as const)('the bar offers %s the pages of the role: %j', async (userName, labels) => {
  await openPageAs(site, userName, paths.usersAudit.to());
  await screen.findByRole('heading', { level: 1, name: 'Audit report' });
  const bar = screen.getByRole('navigation', { name: 'Main navigation' });
  expect(
    within(bar)
      .getAllByRole('link')
      .map(({ textContent }) => textContent),
  ).toEqual(labels);
  const home = screen.getByRole('link', { name: 'Gatehouse' });
  expect(home).toHaveAttribute('href', labels[0] === 'Users' ? '/Users/List' : '/Support/Tickets');
});

test('help shows administrators the keys, a tour of the list, and the way to support', async () => {
  const { user } = await openPageAs(site, 'subadmin', paths.usersAudit.to());
  await user.click(await screen.findByRole('button', { name: 'Help' }));
  const help = within(await screen.findByRole('dialog', { name: 'Help' }));
  expect(help.getByRole('link', { name: 'Contact support' })).toHaveAttribute('href', '/ContactSupport');
  await user.click(help.getByRole('button', { name: 'Keys' }));
  const keys = within(await screen.findByRole('dialog', { name: 'Keys' }));
  await user.click(keys.getByRole('button', { name: 'Take a tour' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'User admin' })).toBeVisible();
  expect(await screen.findByText('Find a user')).toBeVisible();
});

test('help leads others to support at once', async () => {
  await openPageAs(site, 'support_user', paths.usersAudit.to());
  expect(await screen.findByRole('link', { name: 'Help' })).toHaveAttribute('href', '/ContactSupport');
});
