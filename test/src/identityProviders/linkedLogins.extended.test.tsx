/** The user's own accounts at the identity provider, in the security details. */
import { screen, within } from '@testing-library/react';
import { addConnection, linkedMember } from '../../support/sso.ts';
import { useServer } from '../../support/useServer.ts';
import { openPageAs } from '../openPageAs.tsx';
import { takePassword } from '../../support/changeUser.ts';
import { authenticatedAgo } from '../../support/sessions.ts';

// eslint-disable-next-line react-hooks/rules-of-hooks -- a hook of the test runner, not of React
const site = useServer();

test('A linked account is listed, and unlinked after a question', async () => {
  const connection = await addConnection(site, { name: 'Harbour account', issuer: 'https://provider.example' });
  await connection.enable(true);
  const { userName } = await linkedMember(site, connection, 'https://provider.example');
  const { user } = await openPageAs(site, userName, '/SecurityDetails');
  const linked = within(await screen.findByRole('region', { name: 'Linked logins' }));
  expect(await linked.findByText('Harbour account')).toBeVisible();
  await user.click(linked.getByRole('button', { name: 'Unlink (Harbour account)' }));
  const question = within(await screen.findByRole('dialog', { name: 'Unlink Harbour account?' }));
  await user.click(question.getByRole('button', { name: 'Unlink' }));
  expect(await linked.findByRole('button', { name: 'Link with Harbour account' })).toBeVisible();
  expect(linked.getByText('No account is linked.')).toBeVisible();
});

test('The only way into an account is not unlinked, and the reason names what to do first', async () => {
  const connection = await addConnection(site, { name: 'Quay account', issuer: 'https://quay.example' });
  await connection.enable(true);
  const { userName, userId } = await linkedMember(site, connection, 'https://quay.example');
  const { user } = await openPageAs(site, userName, '/SecurityDetails');
  await takePassword(site, userId);
  const linked = within(await screen.findByRole('region', { name: 'Linked logins' }));
  await user.click(await linked.findByRole('button', { name: 'Unlink (Quay account)' }));
  const question = within(await screen.findByRole('dialog', { name: 'Unlink Quay account?' }));
  await user.click(question.getByRole('button', { name: 'Unlink' }));
  expect(await screen.findByText(/Set a password or add a passkey first/)).toBeInTheDocument();
  expect(linked.getByText('Quay account')).toBeVisible();
});

test('A user without a second factor here may confirm the identity at the provider', async () => {
  const connection = await addConnection(site, { name: 'Pier account', issuer: 'https://pier.example' });
  await connection.enable(true);
  const { userName, userId } = await linkedMember(site, connection, 'https://pier.example');
  const { user } = await openPageAs(site, userName, '/SecurityDetails');
  const linked = within(await screen.findByRole('region', { name: 'Linked logins' }));
  await linked.findByText('Pier account');
  await authenticatedAgo(site, '1 day', userId);
  await user.click(linked.getByRole('button', { name: 'Unlink (Pier account)' }));
  const question = within(await screen.findByRole('dialog', { name: 'Unlink Pier account?' }));
  await user.click(question.getByRole('button', { name: 'Unlink' }));
  const prompt = within(await screen.findByRole('dialog', { name: "Confirm it's you" }));
  expect(await prompt.findByRole('button', { name: 'Log in again with Pier account' })).toBeVisible();
});
