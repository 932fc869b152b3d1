/** What a user meets first after the login: the applications, and how the account stands. */
import { screen, within } from '@testing-library/react';
import { logInAs } from '../../support/logInAs.ts';
import { register, signIn } from '../../support/oidc.ts';
import { newMember } from '../../support/sso.ts';
import { unusedMember } from '../../support/unusedMember.ts';
import { useServer } from '../../support/useServer.ts';
import { openPageAs } from '../openPageAs.tsx';

// eslint-disable-next-line react-hooks/rules-of-hooks -- a hook of the test runner, not of React
const site = useServer();

const ANDROID = 'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36';

async function open(userName: string) {
  const page = await openPageAs(site, userName, '/SecurityDetails');
  const list = await screen.findByRole('list', { name: 'Your account' });
  const line = (text: RegExp) => within(list).findByRole('link', { name: text });
  return { ...page, line };
}

test('the latest used of the applications stand first, and six of them at most', async () => {
  const names = ['Anchor', 'Buoy', 'Compass', 'Derrick', 'Ebb', 'Fathom'];
  for (const displayName of names) await register(site, { displayName });
  const used = await register(site, { displayName: 'The used wiki', startUrl: 'https://used.example/' });
  const { userName } = await unusedMember(site);
  await signIn(await logInAs(site, userName), used);
  await open(userName);
  const applications = within(await screen.findByRole('region', { name: 'My applications' }));
  const tiles = applications.getAllByRole('listitem');
  expect(tiles).toHaveLength(6);
  expect(within(tiles[0] as HTMLElement).getByRole('link')).toHaveAttribute('href', 'https://used.example/');
  expect(applications.getByRole('link', { name: /^All \d+$/ })).toHaveAttribute('href', '/MyApplications');
});

test('three lines say MFA, other browsers and the login before, and lead to their sections', async () => {
  const { userName } = await unusedMember(site);
  await logInAs(site, userName, { headers: { 'User-Agent': ANDROID } });
  const { line } = await open(userName);
  expect(await line(/^Multi-factor authentication is off$/)).toHaveAttribute('href', '#mfa');
  expect(await line(/^You are logged in here and in 1 other browser\.$/)).toHaveAttribute('href', '#sessions');
  expect(await line(/^Your login before this one: less than a minute ago, Chrome · Android$/)).toHaveAttribute('href', '#logIns');
  for (const name of ['Multi-factor authentication', 'Sessions', 'Logins'])
    expect(screen.getByRole('region', { name })).toBeInTheDocument();
});

test('a first login says so', async () => {
  const { userName } = await newMember(site);
  const { line } = await open(userName);
  expect(await line(/^This is your first login\.$/)).toBeVisible();
  expect(await line(/^You are logged in here only\.$/)).toBeVisible();
});

test('there is no section for linked logins without a provider, and none for passkeys in a browser that can’t have them', async () => {
  const { userName } = await unusedMember(site);
  const { client, line } = await open(userName);
  await line(/^You are logged in here only\.$/);
  expect(await client.ok('Security.Identities')).toMatchObject({ identities: [], connections: [] });
  expect(screen.getByRole('region', { name: 'Sessions' })).toBeInTheDocument();
  expect(screen.queryByRole('region', { name: 'Passkeys' })).not.toBeInTheDocument();
  expect(screen.queryByRole('region', { name: 'Linked logins' })).not.toBeInTheDocument();
});
