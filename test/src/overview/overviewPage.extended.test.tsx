/** The overview's screen: numbers as links, the choice of the start page, and what remains when a refresh fails. */
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { useServer } from '../../support/useServer.ts';
import { openPageAs } from '../openPageAs.tsx';
import { clear } from '../../support/facts.ts';

// eslint-disable-next-line react-hooks/rules-of-hooks -- a hook of the test runner, not of React
const site = useServer();

test('each number is a link to the list that it counts, and the start page can be chosen with the keyboard', async () => {
  const { user, client } = await openPageAs(site, 'subadmin', '/Overview');
  const people = within(await screen.findByRole('region', { name: 'People' }));
  const { people: counts } = await client.ok('Overview.Read', {});
  const locked = people.getByRole('link', { name: new RegExp(`^Locked ?: ?${String(counts.locked)} ?, show in the list$`) });
  expect(locked).toHaveAttribute('href', '/Users/List?only=locked');
  expect(people.getAllByRole('link')).toHaveLength(4);
  const choice = screen.getByRole('checkbox', { name: 'Open the overview after logging in' });
  choice.focus();
  await user.keyboard(' ');
  await waitFor(async () => expect(await client.ok('Overview.Read', {})).toMatchObject({ home: 'overview' }));
  await waitFor(() => expect(choice).toBeChecked());
});

test('a refresh that fails keeps the numbers, and says as of when they are', async () => {
  let broken = false;
  await openPageAs(site, 'sysadmin', '/Overview', {
    transport: (own) => ({
      ...own,
      fetch: (url, init) =>
        broken && url.includes('/Overview') ? Promise.reject(new TypeError('Failed to fetch')) : own.fetch(url, init),
    }),
  });
  expect(await screen.findByRole('region', { name: 'People' })).toBeVisible();
  broken = true;
  // It refreshes itself when the window has the focus again.
  fireEvent.focus(window);
  expect(await screen.findByText(/The numbers could not be refreshed\. They are as of/)).toBeVisible();
  expect(screen.getByRole('region', { name: 'People' })).toBeVisible();
});

test('what is worth a look opens the report of exactly those events', async () => {
  await site.database.query(
    `INSERT INTO audit_events (event_id, at, action, outcome, target, ip)
     SELECT gen_random_uuid(), now(), 'Login.Login', 'failure', 'tried_' || n, '198.51.100.77' FROM generate_series(1, 25) n`,
  );
  // Without a run of the job, the request finds them.
  await clear(site, 'unusual_findings');
  const { user } = await openPageAs(site, 'sysadmin', '/Overview');
  const link = await screen.findByRole('link', { name: /^25 failures from 198\.51\.100\.77/ });
  expect(link).toHaveAttribute('href', expect.stringMatching(/^\/Users\/Audit\?ip=198\.51\.100\.77&outcome=failure&from=2/));
  await user.click(link);
  expect(await screen.findByText('25 events', { selector: '[role="status"]' })).toBeVisible();
});
