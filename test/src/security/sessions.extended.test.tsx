/** The user's sessions, and ending them. */
import { screen, waitFor, within } from '@testing-library/react';
import { logInAs } from '../../support/logInAs.ts';
import { unusedMember } from '../../support/unusedMember.ts';
import { useServer } from '../../support/useServer.ts';
import { openPageAs } from '../openPageAs.tsx';

// eslint-disable-next-line react-hooks/rules-of-hooks -- a hook of the test runner, not of React
const site = useServer();

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const SAFARI =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15';
const ANDROID = 'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36';

const by = (userAgent: string) => ({ headers: { 'User-Agent': userAgent } });

async function openSection(userName: string) {
  const page = await openPageAs(site, userName, '/SecurityDetails', { userAgent: FIREFOX });
  const section = within(await screen.findByRole('region', { name: 'Sessions' }));
  const rows = async () => (await section.findAllByRole('listitem')).map((row) => row.textContent);
  return { ...page, section, rows };
}

test('lists browser, location, start and last activity, this session first', async () => {
  const { userName, userId } = await unusedMember(site);
  await logInAs(site, userName, by(SAFARI));
  await logInAs(site, userName, by(ANDROID));
  await site.database.query(
    `UPDATE sessions SET ip = CASE WHEN user_agent LIKE '%Macintosh%' THEN '198.51.100.7' ELSE '10.1.2.3' END,
       last_seen_at = now() - CASE WHEN user_agent LIKE '%Macintosh%' THEN interval '5 minutes' ELSE interval '10 minutes' END
      WHERE user_id = $1`,
    [userId],
  );
  const { rows } = await openSection(userName);
  expect(await rows()).toEqual([
    expect.stringMatching(
      /^Firefox · Linux This sessionOn the server's own computer · 127\.0\.0\.1Since .* · last seen less than a minute ago/,
    ),
    expect.stringMatching(/^Safari · macOS Another internet connection · 198\.51\.100\.7Since .* · last seen 5 minutes ago/),
    expect.stringMatching(/^Chrome · Android Local network · 10\.1\.2\.3Since .* · last seen 10 minutes ago/),
  ]);
});

test('logs out one session only', async () => {
  const { userName } = await unusedMember(site);
  const safari = await logInAs(site, userName, by(SAFARI));
  const android = await logInAs(site, userName, by(ANDROID));
  const { user, section, client } = await openSection(userName);
  await user.click(await section.findByRole('button', { name: 'Log out (Safari · macOS)' }));
  expect(await screen.findByText('Safari · macOS has been logged out.')).toBeVisible();
  await waitFor(() => expect(section.getAllByRole('listitem')).toHaveLength(2));
  const statuses = await Promise.all([safari, android, client].map(async (one) => (await one.call('Users.Self')).status));
  expect(statuses).toEqual([401, 200, 200]);
});

test('logs out all others after confirmation, and then no longer offers it', async () => {
  const { userName } = await unusedMember(site);
  const safari = await logInAs(site, userName, by(SAFARI));
  const { user, section, client } = await openSection(userName);
  await user.click(await section.findByRole('button', { name: 'Log out all others' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Log out all other sessions?' }));
  expect(dialog.getByText('Every browser but this one has to log in again.')).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Cancel' }));
  expect((await safari.call('Users.Self')).status).toBe(200);

  await user.click(section.getByRole('button', { name: 'Log out all others' }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Log out all others' }));
  expect(await screen.findByText('All other sessions have been logged out.')).toBeVisible();
  await waitFor(() => expect(section.queryByRole('button', { name: 'Log out all others' })).not.toBeInTheDocument());
  expect((await safari.call('Users.Self')).status).toBe(401);
  expect((await client.call('Users.Self')).status).toBe(200);
});

test('a session that has ended meanwhile shows an error, and the list is refreshed', async () => {
  const { userName, userId } = await unusedMember(site);
  await logInAs(site, userName, by(SAFARI));
  const { user, section } = await openSection(userName);
  const button = await section.findByRole('button', { name: 'Log out (Safari · macOS)' });
  await site.database.query(`DELETE FROM sessions WHERE user_id = $1 AND user_agent LIKE '%Macintosh%'`, [userId]);
  await user.click(button);
  expect(await screen.findByRole('alert')).toHaveTextContent('We could not find this.');
  await waitFor(() => expect(section.getAllByRole('listitem')).toHaveLength(1));
});
