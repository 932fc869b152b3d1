/** Editing a user on the real server: saving, refusals, and concurrent edits. */
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { browserTransport } from '@api/client/browserTransport.ts';
import EditUserPage from '@src/features/users/edit/EditUserPage.tsx';
import { unsavedChanges } from '@src/navigation/unsavedChanges.ts';
import { paths } from '@src/paths.ts';
import { logInAs, type DemoUser } from '../../support/logInAs.ts';
import { openOption } from '../../support/selectOption.ts';
import { shownChoice } from '../../support/shownChoice.ts';
import { unusedMember } from '../../support/unusedMember.ts';
import { useServer } from '../../support/useServer.ts';
import { openPageAs } from '../openPageAs.tsx';
import { addressIs, openScreen } from './openScreen.tsx';

// eslint-disable-next-line react-hooks/rules-of-hooks -- a hook of the test runner, not of React
const site = useServer();

const open = (userName: string, who: DemoUser = 'subadmin', transport = browserTransport()) =>
  openScreen(site, EditUserPage, paths.usersEdit.pattern, { as: who, at: paths.usersEdit.to({ userName }), transport });

const field = (name: string) => screen.findByRole('textbox', { name });
const person = () => unusedMember(site, { organisation: 'Harbour Mutual' });

async function put(user: UserEvent, label: string, text: string) {
  await user.clear(await field(label));
  if (text !== '') await user.paste(text);
}

const press = async (user: UserEvent, name: string) => user.click(await screen.findByRole('button', { name }));

async function detailsOf(userName: string) {
  const admin = await logInAs(site, 'subadmin');
  return admin.ok('Users.User', { userName });
}

async function changeElsewhere(userName: string, change: { lastName?: string; title?: string; email?: string }) {
  const admin = await logInAs(site, 'subadmin');
  const { version } = await admin.ok('Users.User', { userName });
  await admin.ok('Users.Patch', { userName, body: { version, ...change } });
}

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
  expect(await screen.findByText(/holds once it is confirmed/)).toBeVisible();
  await press(user, 'Save changes');
  expect(await screen.findByText(/elsewhere@example.net waits to be confirmed/)).toBeVisible();
  await press(user, 'Withdraw the new address');
  await waitFor(() => expect(screen.queryByText(/waits to be confirmed/)).not.toBeInTheDocument());
  expect((await detailsOf(userName)).pendingEmail).toBeNull();
});

test('if withdrawing a new address fails, that is shown beside it, and retrying works', async () => {
  const { userName } = await person();
  await changeElsewhere(userName, { email: 'not.taken.back@example.net' });
  const real = browserTransport();
  let broken = true;
  const { user } = await open(userName, 'subadmin', {
    ...real,
    fetch: (url, init) => (broken && init.method === 'PATCH' ? Promise.reject(new TypeError('offline')) : real.fetch(url, init)),
  });
  await press(user, 'Withdraw the new address');
  const hint = (await screen.findByText(/not.taken.back@example.net waits to be confirmed/)).closest<HTMLElement>(
    '[id$="-hint"]',
  );
  if (!hint) throw new Error('The address says nothing of the new one');
  expect(await within(hint).findByRole('alert')).toHaveTextContent('Network error. Check your connection and try again.');
  broken = false;
  await press(user, 'Withdraw the new address');
  await waitFor(() => expect(screen.queryByText(/waits to be confirmed/)).not.toBeInTheDocument());
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

test('says which second factor the user has', async () => {
  const { userName, userId } = await person();
  await site.database.query(
    `INSERT INTO passkeys VALUES (gen_random_uuid(), $1, $2, '', 0, false, false, '{}', 'Phone', '', now())`,
    [userId, userName],
  );
  await open(userName);
  expect(await screen.findByText('On · Passkey')).toBeVisible();
});

test('going back to the form from that dialog keeps what was typed, and saving asks again', async () => {
  const { userName } = await person();
  const { user } = await open(userName);
  await put(user, 'Title', 'Kept');
  await changeElsewhere(userName, { title: 'Newer' });
  await press(user, 'Save');
  await press(user, 'Save changes');
  await press(user, 'Go on editing');
  expect(await field('Title')).toHaveValue('Kept');
  expect((await detailsOf(userName)).title).toBe('Newer');
  await press(user, 'Save');
  expect(await screen.findByRole('dialog', { name: 'Somebody else has saved changes' })).toBeVisible();
});

test('a newer version that changed none of these fields does not ask', async () => {
  const { userName } = await person();
  const { user } = await open(userName);
  await put(user, 'Title', 'Undisturbed');
  const admin = await logInAs(site, 'subadmin');
  await admin.ok('Users.Enable', { userName, enabled: false });
  await press(user, 'Save');
  await press(user, 'Save changes');
  await waitFor(async () => expect((await detailsOf(userName)).title).toBe('Undisturbed'));
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});

test('a failed save keeps the form, and can be retried', async () => {
  const { userName } = await person();
  const real = browserTransport();
  let broken = true;
  const { user } = await open(userName, 'subadmin', {
    ...real,
    fetch: (url, init) =>
      broken && init.method === 'PATCH' ? Promise.reject(new TypeError('Failed to fetch')) : real.fetch(url, init),
  });
  await put(user, 'Title', 'Persistent');
  await press(user, 'Save');
  await press(user, 'Save changes');
  expect(await screen.findByText(/Check your connection/)).toBeVisible();
  expect(await field('Title')).toHaveValue('Persistent');
  broken = false;
  await press(user, 'Try again');
  await press(user, 'Save changes');
  await waitFor(async () => expect((await detailsOf(userName)).title).toBe('Persistent'));
});

test('roles have a description, the reason if locked, and a preview of the change', async () => {
  const { userName } = await person();
  const { user } = await open(userName);
  const role = (name: RegExp) => screen.findByRole('checkbox', { name });
  expect(await role(/^Member .*applications/)).toBeChecked();
  expect(await role(/^System administrator .*Only a system administrator/)).toBeDisabled();
  expect(screen.getByRole('button', { name: 'Change roles' })).toBeDisabled();
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

test('one’s own names and title can be changed, one’s roles cannot', async () => {
  await open('subadmin');
  expect(await field('First name')).toBeEnabled();
  expect(await field('Email')).toBeDisabled();
  expect(await screen.findAllByText(/^You can't do this to your own account/)).not.toHaveLength(0);
  for (const role of await screen.findAllByRole('checkbox')) expect(role).toBeDisabled();
  expect(screen.queryByRole('button', { name: 'Change roles' })).not.toBeInTheDocument();
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

test('while organisations are loading, the list says so, and Enter selects once they have arrived', async () => {
  const { userName } = await person();
  const real = browserTransport();
  const released = Promise.withResolvers<undefined>();
  const { user } = await open(userName, 'sysadmin', {
    ...real,
    fetch: async (url, init) => {
      if (url.endsWith('/api/Organisations')) await released.promise;
      return real.fetch(url, init);
    },
  });
  const box = await screen.findByRole('combobox', { name: 'Organisation' });
  await waitFor(() => expect(shownChoice('Organisation')).toBe('Harbour Mutual'));
  await user.click(box);
  await user.keyboard('northg{Enter}');
  expect(await screen.findByText('Loading…')).toBeVisible();
  expect(screen.queryByText('Nothing found')).not.toBeInTheDocument();
  expect(box).toHaveValue('northg');
  await user.tab();
  expect(box).not.toHaveFocus();
  released.resolve(undefined);
  await waitFor(() => expect(shownChoice('Organisation')).toBe('Northgate Portfolio'));
});

test('an invited user’s name is the email address: changing it changes the page’s URL', async () => {
  const { user } = await open('invited@example.com');
  await put(user, 'Email', 'invited.anew@example.com');
  await press(user, 'Save');
  expect(await screen.findByText(/invitation that went to the old address no longer works/)).toBeVisible();
  await press(user, 'Save changes');
  await addressIs('/Users/Edit/invited.anew@example.com');
  expect(await field('Email')).toHaveValue('invited.anew@example.com');
});

test('shows the audit events, newest first, and more on request', async () => {
  const { userName } = await person();
  for (let at = 0; at < 6; at += 1)
    for (const enabled of [false, true]) await (await logInAs(site, 'subadmin')).ok('Users.Enable', { userName, enabled });
  const { user } = await open(userName);
  const activity = await screen.findByRole('region', { name: 'Activity' });
  await waitFor(() => expect(within(activity).getAllByText(/^(Enabled|Disabled) by /, { selector: 'p' })).toHaveLength(10));
  expect(within(activity).getAllByText(/^(Enabled|Disabled) by /, { selector: 'p' })[0]).toHaveTextContent('Enabled by ');
  await user.click(within(activity).getByRole('button', { name: 'Show more' }));
  await waitFor(() => expect(within(activity).getAllByText(/^(Enabled|Disabled) by /, { selector: 'p' })).toHaveLength(12));
});

test('an unknown user, or one of another organisation, shows an error with a link back', async () => {
  const { user } = await open('nobody_at_all');
  expect(await screen.findByRole('heading', { name: 'There is no user “nobody_at_all”' })).toBeVisible();
  await user.click(screen.getByRole('link', { name: 'To the list of users' }));
  await addressIs('/Users/List');
});

test('while impersonating an administrator, a hint says that roles cannot be changed', async () => {
  const { userName } = await person();
  await openPageAs(site, 'sysadmin', paths.usersEdit.to({ userName }), {
    before: (client) => client.ok('Users.Impersonate', { userName: 'subadmin' }),
  });
  const roles = within(await screen.findByRole('region', { name: 'Roles' }));
  expect(await roles.findByText('Not possible while you act as another user')).toBeVisible();
  for (const box of roles.getAllByRole('checkbox')) expect(box).toBeDisabled();
  expect(roles.queryByRole('button')).not.toBeInTheDocument();
});

test('next to resending the invitation there is a link to correct it first', async () => {
  const { userId } = await detailsOf('expired@example.com');
  await open('expired@example.com');
  const why = within(await screen.findByRole('region', { name: "Why can't this user log in?" }));
  expect(await why.findByRole('button', { name: 'Resend invite' })).toBeVisible();
  expect(why.getByRole('link', { name: 'Change and resend' })).toHaveAttribute('href', paths.usersReinvite.to({ userId }));
});

describe('Where two pairs of eyes are required', () => {
  const strict = useServer({ env: { FOUR_EYES: 'on' } });

  test('another address of an administrator is asked for with its reason, and the form shows what still stands', async () => {
    const { userName, email, userId } = await unusedMember(strict, { organisation: 'Harbour Mutual' });
    await strict.database.query(`UPDATE users SET roles = '{SubscriberAdministration}' WHERE user_id = $1`, [userId]);
    const { user } = await openScreen(strict, EditUserPage, paths.usersEdit.pattern, {
      as: 'sysadmin',
      at: paths.usersEdit.to({ userName }),
      transport: browserTransport(),
    });
    await put(user, 'Email', 'elsewhere@example.com');
    await press(user, 'Save');
    await press(user, 'Save changes');
    const dialog = await screen.findByRole('dialog', { name: 'Ask for approval' });
    await user.type(within(dialog).getByRole('textbox', { name: 'Reason' }), 'Married');
    await user.click(within(dialog).getByRole('button', { name: 'Ask for approval' }));
    await waitFor(async () => expect(await field('Email')).toHaveValue(email));
    const other = await logInAs(strict, 'system_only');
    expect(await other.ok('Approvals.List')).toMatchObject([
      { action: 'Users.Patch', target: userName, reason: 'Married', detail: { email: 'elsewhere@example.com' } },
    ]);
  });
});
