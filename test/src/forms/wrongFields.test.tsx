/** A long form that is refused names its wrong fields beside the button, as the first may be out of sight. */
import { screen, waitFor, within } from '@testing-library/react';
import { useServer } from '../../support/useServer.ts';
import { openPageAs } from '../openPageAs.tsx';

// eslint-disable-next-line react-hooks/rules-of-hooks -- a hook of the test runner, not of React
const site = useServer();

test('the wrong fields are named beside the button, in the order of the page; each leads to itself, and goes once it is right', async () => {
  const { user } = await openPageAs(site, 'sysadmin', '/Users/Add');
  await user.click(await screen.findByRole('button', { name: 'Add user' }));
  const summary = within(await screen.findByRole('group', { name: 'Please check:' }));
  const named = () => summary.getAllByRole('button').map(({ textContent }) => textContent);
  expect(named()).toEqual(['Organisation', 'Username', 'Email', 'First name', 'Last name']);
  await user.click(summary.getByRole('button', { name: 'First name' }));
  const field = screen.getByRole('textbox', { name: 'First name' });
  expect(field).toHaveFocus();
  await user.type(field, 'Ida');
  await waitFor(() => expect(named()).toEqual(['Organisation', 'Username', 'Email', 'Last name']));
});

test('nothing is named before the form was sent', async () => {
  await openPageAs(site, 'sysadmin', '/Users/Add');
  await screen.findByRole('button', { name: 'Add user' });
  expect(screen.queryByRole('group', { name: 'Please check:' })).not.toBeInTheDocument();
});
