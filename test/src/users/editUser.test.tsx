/** Editing a user on the real server: saving, refusals, and concurrent edits. */
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { unsavedChanges } from '@src/navigation/unsavedChanges.ts';
import { logInAs } from '../../support/logInAs.ts';
import { openOption } from '../../support/selectOption.ts';
import { shownChoice } from '../../support/shownChoice.ts';
import { useServer } from '../../support/useServer.ts';
import { addressIs } from './openScreen.tsx';
import { editScreenOf, field, press, put } from './editScreen.tsx';

// eslint-disable-next-line react-hooks/rules-of-hooks -- a hook of the test runner, not of React
const site = useServer();
const { open, person, detailsOf, changeElsewhere } = editScreenOf(site);

test('shows the changes, saves them after confirmation, and asks nothing on leaving an unchanged form', async () => {
  const { userName } = await person();
  const { user, store } = await open(userName);
  expect(await screen.findByRole('button', { name: 'Save' })).toBeDisabled();
  await put(user, 'Last name', 'Lindqvist');
  await waitFor(() => expect(unsavedChanges.exist()).toBe(true));
  await press(user, 'Save');
  const dialog = await screen.findByRole('dialog', { name: 'Save these changes?' });
  expect(within(dialog).getByRole('insertion')).toHaveTextContent('After: Lindqvist');
  expect(within(dialog).getByRole('deletion')).toHaveTextContent(/^Before: /);
  await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
  expect(await field('Last name')).toHaveValue('Lindqvist');
  expect((await detailsOf(userName)).lastName).not.toBe('Lindqvist');

  await press(user, 'Save');
  await press(user, 'Save changes');
  await waitFor(() => expect(JSON.stringify(store.getState().notices)).toContain('users:edit.saved'));
  expect((await detailsOf(userName)).lastName).toBe('Lindqvist');
  await waitFor(() => expect(unsavedChanges.exist()).toBe(false));
});

test('shows errors of the client’s rules and of the server at their fields', async () => {
  const { userName } = await person();
  const { user } = await open(userName);
  await put(user, 'First name', '');
  await put(user, 'Last name', 'R2*D2');
  await put(user, 'Email', 'nowhere');
  await press(user, 'Save');
  expect(await screen.findByText('First name is required')).toBeVisible();
  expect(screen.getByText(/^Please enter a valid name\. .* contains “/)).toBeVisible();
  expect(screen.getByText('Email must be a valid email address')).toBeVisible();
  expect(screen.getByRole('textbox', { name: 'First name' })).toHaveFocus();

  await press(user, 'Discard changes');
  await put(user, 'Email', 'subadmin@example.com');
  await press(user, 'Save');
  await press(user, 'Save changes');
  expect(await screen.findByText('This email address already belongs to another account.')).toBeVisible();
  expect(await field('Email')).toHaveAttribute('aria-invalid', 'true');
  expect(await field('Email')).toHaveValue('subadmin@example.com');
});

test('a new address is pending until confirmed, and can be withdrawn', async () => {
  const { userName } = await person();
  const { user } = await open(userName);
  await put(user, 'Email', 'elsewhere@example.net');
  await press(user, 'Save');
  expect(await screen.findByText(/takes effect once confirmed/)).toBeVisible();
  await press(user, 'Save changes');
  expect(await screen.findByText(/elsewhere@example.net is yet to be confirmed/)).toBeVisible();
  await press(user, 'Withdraw the new address');
  await waitFor(() => expect(screen.queryByText(/is yet to be confirmed/)).not.toBeInTheDocument());
  expect((await detailsOf(userName)).pendingEmail).toBeNull();
});

test('on a concurrent edit the second user sees both versions and chooses per field, and nothing is lost', async () => {
  const { userName } = await person();
  const { user } = await open(userName);
  await put(user, 'First name', 'Mine');
  await put(user, 'Title', 'My title');
  await changeElsewhere(userName, { lastName: 'Theirs', title: 'Their title' });
  await press(user, 'Save');
  await press(user, 'Save changes');

  const dialog = await screen.findByRole('dialog', { name: 'Somebody else has saved changes' });
  const side = (group: string, name: RegExp) =>
    within(within(dialog).getByRole('group', { name: group })).getByRole('radio', { name });
  expect(side('First name', /^Your version/)).toBeChecked();
  expect(side('Last name', /^Newer version Theirs/)).toBeChecked();
  expect(side('Title', /^Newer version Their title/)).not.toBeChecked();
  expect(side('Title', /^Your version My title/)).not.toBeChecked();
  await user.click(within(dialog).getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Title is required')).toBeVisible();
  await user.click(side('Title', /^Your version/));
  expect(screen.queryByText('Title is required')).not.toBeInTheDocument();
  await user.click(within(dialog).getByRole('button', { name: 'Save' }));
  await waitFor(async () =>
    expect(await detailsOf(userName)).toMatchObject({ firstName: 'Mine', lastName: 'Theirs', title: 'My title' }),
  );
  await waitFor(async () => expect(await field('Last name')).toHaveValue('Theirs'));
});

test('roles have a description, the reason if locked, and a preview of the change', async () => {
  const { userName } = await person();
  const { user } = await open(userName);
  const role = (name: RegExp) => screen.findByRole('checkbox', { name });
  expect(await role(/^Member .*applications/)).toBeChecked();
  expect(await role(/^System administrator .*Only a system administrator/)).toBeDisabled();
  expect(screen.getByRole('button', { name: 'Change roles' })).toBeDisabled();
  expect(screen.queryByText('Nothing will change.')).not.toBeInTheDocument();
  await user.click(await role(/^Support/));
  await user.click(await role(/^Member/));
  expect(await screen.findByText('Will be given: Support')).toBeVisible();
  expect(screen.getByText('Will be taken away: Member')).toBeVisible();

  // Another administrator adds one meanwhile: it stays.
  const admin = await logInAs(site, 'subadmin');
  await admin.ok('Roles.SetUser', { userName, body: { roles: ['Member', 'SubscriberAdministration'] } });
  await user.click(screen.getByRole('button', { name: 'Change roles' }));
  const question = await screen.findByRole('dialog', { name: /^Change the roles of .+\?$/ });
  expect(question).toHaveTextContent(`${userName} gains: Support, and loses: Member.`);
  await user.click(within(question).getByRole('button', { name: 'Change roles' }));
  await waitFor(async () =>
    expect((await detailsOf(userName)).roles.toSorted()).toEqual(['SubscriberAdministration', 'Support']),
  );
  expect(await screen.findByText('Nothing will change.')).toBeVisible();
});

test('a system administrator moves a user to another organisation, found by a part of its name', async () => {
  const { userName } = await person();
  const { user } = await open(userName, 'sysadmin');
  const box = await screen.findByRole('combobox', { name: 'Organisation' });
  await waitFor(() => expect(shownChoice('Organisation')).toBe('Harbour Mutual'));
  await user.click(box);
  await user.keyboard('northg');
  expect(box).toHaveValue('northg');
  await openOption('Northgate Portfolio');
  expect(screen.getAllByRole('option')).toHaveLength(1);
  // antd reads `keyCode`, which user-event leaves out.
  fireEvent.keyDown(box, { key: 'Enter', keyCode: 13 });
  await waitFor(() => expect(shownChoice('Organisation')).toBe('Northgate Portfolio'));
  await user.click(box);
  await user.keyboard('nothing like it');
  expect(await screen.findByText('Nothing found')).toBeVisible();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(shownChoice('Organisation')).toBe('Northgate Portfolio'));
  await press(user, 'Save');
  expect(await screen.findByRole('insertion')).toHaveTextContent('Northgate Portfolio');
  await press(user, 'Save changes');
  const admin = await logInAs(site, 'sysadmin');
  await waitFor(async () =>
    expect((await admin.ok('Users.User', { userName })).organisation.organisationName).toBe('Northgate Portfolio'),
  );
});

test('an unknown user, or one of another organisation, shows an error with a link back', async () => {
  const { user } = await open('nobody_at_all');
  expect(await screen.findByRole('heading', { name: 'There is no user “nobody_at_all”' })).toBeVisible();
  await user.click(screen.getByRole('link', { name: 'To the list of users' }));
  await addressIs('/Users/List');
});
