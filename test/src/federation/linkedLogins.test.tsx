/** The user's own accounts at the identity provider, in the security details. */
import { screen, within } from '@testing-library/react';
import { addConnection, linkedMember } from '../../support/sso.ts';
import { useServer } from '../../support/useServer.ts';
import { openPageAs } from '../openPageAs.tsx';

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
