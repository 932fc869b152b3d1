/** Adding a user on the real server: with an invitation link or a password, once, with errors at their fields. */
import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { browserTransport } from '@api/client/browserTransport.ts';
import type { Transport } from '@api/client/transport.ts';
import { unsavedChanges } from '@src/navigation/unsavedChanges.ts';
import AddUserPage from '@src/features/users/add/AddUserPage.tsx';
import { paths } from '@src/paths.ts';
import { logInAs } from '../../support/logInAs.ts';
import { openOption } from '../../support/selectOption.ts';
import { useServer } from '../../support/useServer.ts';
import { addressIs, openScreen } from './openScreen.tsx';
import { auditEvents } from '../../support/auditEvents.ts';
import { queuedMails } from '../../support/queuedMails.ts';

// eslint-disable-next-line react-hooks/rules-of-hooks -- a hook of the test runner, not of React
const site = useServer();

const PASSWORD = 'Tall-ships-9';
/** Distinguishes the field from the section of the same name. */
const input = { selector: 'input' };

async function open(transport?: Transport) {
  const page = await openScreen(site, AddUserPage, paths.usersAdd.pattern, {
    as: 'sysadmin',
    at: paths.usersAdd.to(),
    ...(transport && { transport }),
  });
  await screen.findByRole('checkbox', { name: /^Member/ });
  return page;
}

const field = (name: string) => screen.findByRole('textbox', { name });
const add = async (user: UserEvent) => user.click(await screen.findByRole('button', { name: 'Add user' }));

async function fill(user: UserEvent, userName: string, email = `${userName}@example.net`) {
  const box = await screen.findByRole('combobox', { name: 'Organisation' });
  await user.click(box);
  await user.keyboard('harbour');
  await user.click(await openOption('Harbour Mutual'));
  await user.type(await field('Username'), userName);
  await user.type(await field('Email'), email);
  await user.type(await field('First name'), 'Mary');
  await user.type(await field('Last name'), 'Somerville');
}

const noticeShown = (store: { getState: () => { notices: unknown } }, phrase: string) =>
  waitFor(() => expect(JSON.stringify(store.getState().notices)).toContain(phrase));

test('without a password a link is mailed, and the page opens the new user', async () => {
  const { user, store } = await open();
  await fill(user, 'mary_somerville');
  await user.type(await field('Title'), 'Dr');
  await user.click(screen.getByRole('checkbox', { name: /^Support/ }));
  expect(unsavedChanges.exist()).toBe(true);
  await add(user);
  await addressIs('/Users/Edit/mary_somerville');
  await noticeShown(store, 'users:add.linkSent');
  expect(unsavedChanges.exist()).toBe(false);
  expect(await (await logInAs(site, 'sysadmin')).ok('Users.User', { userName: 'mary_somerville' })).toMatchObject({
    email: 'mary_somerville@example.net',
    firstName: 'Mary',
    title: 'Dr',
    roles: ['Member', 'Support'],
    organisation: { organisationName: 'Harbour Mutual' },
  });
  expect(await queuedMails(site, { recipient: 'mary_somerville@example.net', template: 'setPassword' })).toHaveLength(1);
});

test('with a password the user can log in at once, and it is not in the store', async () => {
  const { user, store } = await open();
  const seen: string[] = [];
  store.subscribe(() => seen.push(JSON.stringify(store.getState())));
  await fill(user, 'with_password');
  await user.click(screen.getByRole('checkbox', { name: 'Set a password now' }));
  await user.type(await screen.findByLabelText('Password', input), PASSWORD);
  await user.type(screen.getByLabelText('Confirm password'), PASSWORD);
  await add(user);
  await addressIs('/Users/Edit/with_password');
  await noticeShown(store, 'users:add.done');
  expect(seen.filter((state) => state.includes(PASSWORD))).toEqual([]);
  expect(seen.length).toBeGreaterThan(0);
  await logInAs(site, 'with_password', { password: PASSWORD });
});

test('a password is required only if one is to be set, and validated', async () => {
  const { user } = await open();
  await fill(user, 'rules_first');
  await user.click(screen.getByRole('checkbox', { name: 'Set a password now' }));
  await add(user);
  expect(await screen.findByText('Password is required')).toBeVisible();
  await user.type(screen.getByLabelText('Password', input), 'Password1');
  await user.type(screen.getByLabelText('Confirm password'), 'Password1');
  await add(user);
  await waitFor(() => expect(screen.getByLabelText('Password', input)).toHaveAttribute('aria-invalid', 'true'));
  await user.click(screen.getByRole('checkbox', { name: 'Set a password now' }));
  await add(user);
  await addressIs('/Users/Edit/rules_first');
});

test('a taken name or address is reported at its field, and all else is kept', async () => {
  const { user } = await open();
  await fill(user, 'ordinary');
  await add(user);
  expect(await screen.findByText('This username is already taken. Choose another one.')).toBeVisible();
  expect(await field('Username')).toHaveAttribute('aria-invalid', 'true');
  expect(await field('Username')).toHaveFocus();
  await user.clear(await field('Username'));
  await user.type(await field('Username'), 'not_ordinary');
  await user.clear(await field('Email'));
  await user.type(await field('Email'), 'ordinary@example.com');
  await add(user);
  expect(await screen.findByText('This email address already belongs to another account.')).toBeVisible();
  expect(await field('Email')).toHaveAttribute('aria-invalid', 'true');
  expect(await field('First name')).toHaveValue('Mary');
});

test('nothing is sent before every field is valid', async () => {
  const { user } = await open();
  await user.type(await field('Username'), 'short');
  await user.type(await field('Email'), 'nowhere');
  await add(user);
  expect(await screen.findByText(/^The username must contain at least 6 characters/)).toBeVisible();
  expect(screen.getByText('Email must be a valid email address')).toBeVisible();
  expect(screen.getByText('First name is required')).toBeVisible();
  expect(await screen.findByRole('combobox', { name: 'Organisation' })).toHaveFocus();
});

test('a response lost after the account was created causes neither a second account nor an error', async () => {
  const real = browserTransport();
  let loseResponse = true;
  const { user } = await open({
    ...real,
    fetch: async (url, init) => {
      const reply = await real.fetch(url, init);
      if (!loseResponse || !url.includes('/Users/Create')) return reply;
      loseResponse = false;
      throw new TypeError('Failed to fetch');
    },
  });
  await fill(user, 'lost_answer');
  await add(user);
  expect(await screen.findByText(/Check your connection/)).toBeVisible();
  expect(await field('Username')).toHaveValue('lost_answer');
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await addressIs('/Users/Edit/lost_answer');
});

test('a double click adds one user', async () => {
  const { user } = await open();
  await fill(user, 'only_once');
  await user.dblClick(await screen.findByRole('button', { name: 'Add user' }));
  await addressIs('/Users/Edit/only_once');
  const events = await auditEvents(site, { action: 'Users.Create', target: 'only_once' });
  expect(events).toHaveLength(1);
});

test('pressing the button does not blur the field, whose message would move the button under the pointer', async () => {
  const { user } = await open();
  const email = await field('Email');
  await user.type(email, 'nowhere');
  const button = await screen.findByRole('button', { name: 'Add user' });
  await user.pointer({ keys: '[MouseLeft>]', target: button });
  expect(email).toHaveFocus();
  expect(screen.queryByText('Email must be a valid email address')).not.toBeInTheDocument();
  await user.pointer({ keys: '[/MouseLeft]', target: button });
  expect(await screen.findByText('Email must be a valid email address')).toBeVisible();
  expect(await screen.findByText('Username is required')).toBeVisible();
});

describe('Where two pairs of eyes are required', () => {
  const strict = useServer({ env: { FOUR_EYES: 'on' } });

  test('creating an administrator asks for a reason, and nothing typed is lost if that is declined', async () => {
    const { user, store } = await openScreen(strict, AddUserPage, paths.usersAdd.pattern, {
      as: 'sysadmin',
      at: paths.usersAdd.to(),
    });
    await fill(user, 'second_admin');
    await user.click(await screen.findByRole('checkbox', { name: /^Subscriber administrator/ }));
    await add(user);
    const dialog = within(await screen.findByRole('dialog', { name: 'Ask for approval' }));
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    expect(await screen.findByText('Say why: another administrator has to approve this.')).toBeVisible();
    expect(await field('Username')).toHaveValue('second_admin');
    await add(user);
    const again = within(await screen.findByRole('dialog', { name: 'Ask for approval' }));
    await user.type(again.getByRole('textbox', { name: 'Reason' }), 'Holiday cover');
    await user.click(again.getByRole('button', { name: 'Ask for approval' }));
    await addressIs(paths.approvals.to());
    await noticeShown(store, 'Asked. This needs two administrators');
    expect(await (await logInAs(strict, 'system_only')).ok('Approvals.List')).toMatchObject([
      { action: 'Users.Create', reason: 'Holiday cover', detail: { userName: 'second_admin' } },
    ]);
  });
});
