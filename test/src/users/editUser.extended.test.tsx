/** Editing a user: failures, decisions of others, editing oneself, and the other sections of the screen. */
import { screen, waitFor, within } from '@testing-library/react';
import { browserTransport } from '@api/client/browserTransport.ts';
import EditUserPage from '@src/features/users/edit/EditUserPage.tsx';
import { paths } from '@src/paths.ts';
import { logInAs } from '../../support/logInAs.ts';
import { shownChoice } from '../../support/shownChoice.ts';
import { unusedMember } from '../../support/unusedMember.ts';
import { useServer } from '../../support/useServer.ts';
import { openPageAs } from '../openPageAs.tsx';
import { addressIs, openScreen } from './openScreen.tsx';
import { editScreenOf, field, press, put } from './editScreen.tsx';
import { setRoles } from '../../support/changeUser.ts';

// eslint-disable-next-line react-hooks/rules-of-hooks -- a hook of the test runner, not of React
const site = useServer();
const { open, person, detailsOf, changeElsewhere } = editScreenOf(site);

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
  const hint = (await screen.findByText(/not.taken.back@example.net is yet to be confirmed/)).closest<HTMLElement>(
    '[id$="-hint"]',
  );
  if (!hint) throw new Error('The address says nothing of the new one');
  expect(await within(hint).findByRole('alert')).toHaveTextContent('Network error. Check your connection and try again.');
  broken = false;
  await press(user, 'Withdraw the new address');
  await waitFor(() => expect(screen.queryByText(/is yet to be confirmed/)).not.toBeInTheDocument());
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

test('offers the actions by what they are about, and says why one is not available', async () => {
  const { userName } = await person();
  await open(userName);
  const namesIn = async (group: string) =>
    within(await screen.findByRole('group', { name: group }))
      .getAllByRole('button')
      .map(({ textContent }) => textContent);
  expect(await namesIn('Ways to log in')).toEqual(['Reset password', 'Remind of MFA']);
  expect(await namesIn('Access')).toEqual(['Disable']);
  expect(await namesIn('Account')).toEqual(['Impersonate', 'Take ownership', 'Copy user ID']);
  expect(screen.getByText('Unlock: This user is not locked.')).toBeVisible();
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

test('one’s own names and title can be changed, one’s roles cannot', async () => {
  await open('subadmin');
  expect(await field('First name')).toBeEnabled();
  expect(await field('Email')).toBeDisabled();
  expect(await screen.findAllByText(/^You can't do this to your own account/)).not.toHaveLength(0);
  for (const role of await screen.findAllByRole('checkbox')) expect(role).toBeDisabled();
  expect(screen.queryByRole('button', { name: 'Change roles' })).not.toBeInTheDocument();
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
  await waitFor(() =>
    expect(within(activity).getAllByRole('listitem')[10]).toContainElement(document.activeElement as HTMLElement | null),
  );
});

test('the reason that an administrator gave is quoted in the activity, also one of a single word', async () => {
  const { userName } = await person();
  const administrator = await logInAs(site, 'subadmin');
  await administrator.ok('Users.Enable', { userName, enabled: false, reason: 'Offboarding' });
  await administrator.ok('Users.Enable', { userName, enabled: true, reason: 'Back from leave' });
  await open(userName);
  const activity = within(await screen.findByRole('region', { name: 'Activity' }));
  expect(await activity.findByText(/· “Offboarding”$/)).toBeVisible();
  expect(activity.getByText(/· “Back from leave”$/)).toBeVisible();
});

test('the reader’s own recent act can be undone from its event; those of others can not', async () => {
  const { userName } = await person();
  const own = await logInAs(site, 'subadmin');
  await (await logInAs(site, 'sysadmin')).ok('Users.TakeOwnership', { userName });
  await own.ok('Users.Enable', { userName, enabled: false });
  await own.ok('Roles.SetUser', { userName, body: { roles: ['Member', 'Support'] } });
  const { user } = await open(userName);
  const activity = within(await screen.findByRole('region', { name: 'Activity' }));
  const eventOf = async (text: RegExp) => {
    const line = await activity.findByText(text, { selector: 'p' });
    return within(line.closest<HTMLElement>('li') ?? line);
  };
  expect((await eventOf(/^Took ownership/)).queryByRole('button', { name: 'Undo' })).not.toBeInTheDocument();
  await user.click(await (await eventOf(/^Disabled by/)).findByRole('button', { name: 'Undo' }));
  expect(document.activeElement).toHaveTextContent(/^Disabled by/);
  expect(await activity.findByText(/^Enabled by/, { selector: 'p' })).toBeVisible();
  expect((await eventOf(/^Disabled by/)).queryByRole('button', { name: 'Undo' })).not.toBeInTheDocument();
  await user.click(await (await eventOf(/^Gave /)).findByRole('button', { name: 'Undo' }));
  await waitFor(async () => expect(await detailsOf(userName)).toMatchObject({ roles: ['Member'] }));
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

  test('a new address of an administrator is requested with a reason, and the form shows the present one', async () => {
    const { userName, email, userId } = await unusedMember(strict, { organisation: 'Harbour Mutual' });
    await setRoles(strict, userId, ['SubscriberAdministration']);
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
