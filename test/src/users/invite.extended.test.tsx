/** Inviting on the real server: entering addresses, the result of each, and that nothing typed is lost. */
import { screen, waitFor, within } from '@testing-library/react';
import { browserTransport } from '@api/client/browserTransport.ts';
import type { Transport } from '@api/client/transport.ts';
import { unsavedChanges } from '@src/navigation/unsavedChanges.ts';
import InvitePage from '@src/features/users/invite/InvitePage.tsx';
import { paths } from '@src/paths.ts';
import { logInAs, type DemoUser } from '../../support/logInAs.ts';
import { openOption } from '../../support/selectOption.ts';
import { useServer } from '../../support/useServer.ts';
import { addressIs, openScreen } from './openScreen.tsx';

// eslint-disable-next-line react-hooks/rules-of-hooks -- a hook of the test runner, not of React
const site = useServer();

async function open(who: DemoUser = 'subadmin', transport?: Transport) {
  const page = await openScreen(site, InvitePage, paths.usersInvite.pattern, {
    as: who,
    at: paths.usersInvite.to(),
    ...(transport && { transport }),
  });
  await screen.findByRole('checkbox', { name: /^Member/ });
  return page;
}

const field = (name: string) => screen.findByRole('textbox', { name });
const addresses = () => field('Email addresses');
const tags = () => screen.queryAllByRole('button', { name: /^Change .*/ }).map(({ textContent }) => textContent);
const press = async (user: Awaited<ReturnType<typeof open>>['user'], name: string) =>
  user.click(await screen.findByRole('button', { name }));
const result = async (email: string) => {
  const list = await screen.findByRole('region', { name: /^(Under way|Result)$/ });
  const row = within(list).getByText(email).closest('li');
  if (!row) throw new Error(`Nothing is said of ${email}`);
  return row;
};
const becomes = async (email: string, text: string | RegExp) => {
  const row = await result(email);
  await waitFor(() => expect(row).toHaveTextContent(text));
};

/** Recipients of invitation mails, one entry per mail. */
async function mailed(pattern: string): Promise<string[]> {
  const rows = await site.database.query<{ recipient: string }>(
    `SELECT recipient FROM mails WHERE template = 'invitation' AND recipient LIKE $1 ORDER BY 1`,
    [pattern],
  );
  return rows.map(({ recipient }) => recipient);
}

/** A transport that fails the calls that `broken` matches. */
function breakable() {
  const real = browserTransport();
  const state = { broken: '' };
  return {
    state,
    transport: {
      ...real,
      fetch: (url: string, init: Parameters<Transport['fetch']>[1]) =>
        state.broken !== '' && url.includes(state.broken)
          ? Promise.reject(new TypeError('Failed to fetch'))
          : real.fetch(url, init),
    },
  };
}

test('for one address the names are asked for, suggested from the address; the mail contains the message', async () => {
  const { user } = await open();
  expect(await addresses()).toHaveFocus();
  await user.type(await addresses(), 'ada.byron@example.net{Enter}');
  expect(await field('First name')).toHaveValue('Ada');
  expect(await field('Last name')).toHaveValue('Byron');
  await user.clear(await field('Last name'));
  await user.type(await field('Last name'), 'Lovelace');
  await user.type(await field('Title'), 'Countess');
  await user.click(screen.getByRole('checkbox', { name: /^Support/ }));
  await user.type(await field('Message'), 'See you on Monday.');
  expect(unsavedChanges.exist()).toBe(true);
  await press(user, 'Send invitation');
  await becomes('ada.byron@example.net', 'Sent');
  expect(screen.getByRole('heading', { name: 'Result' })).toHaveFocus();
  expect(screen.getByText('1 of 1 sent')).toBeVisible();
  expect(unsavedChanges.exist()).toBe(false);

  const admin = await logInAs(site, 'subadmin');
  expect(await admin.ok('Users.User', { userName: 'ada.byron@example.net' })).toMatchObject({
    firstName: 'Ada',
    lastName: 'Lovelace',
    title: 'Countess',
    roles: ['Member', 'Support'],
    inviteState: 'Invited',
    organisation: { organisationName: 'Harbour Mutual' },
  });
  expect(await mailed('ada.byron@example.net')).toEqual(['ada.byron@example.net']);

  await press(user, 'Invite others');
  expect(await addresses()).toHaveFocus();
  expect(tags()).toEqual([]);
  expect(await field('Message')).toHaveValue('');
});

test('a list becomes tags with their errors, which can be edited and removed by keyboard', async () => {
  const { user } = await open();
  await user.click(await addresses());
  await user.paste('one@example.net\ntwo@example;One@example.net');
  expect(tags()).toEqual(['one@example.net', 'two@example', 'One@example.net']);
  expect(screen.getByText('not an email address')).toBeVisible();
  expect(screen.getByText('already in the list')).toBeVisible();
  expect(screen.queryByRole('textbox', { name: 'First name' })).not.toBeInTheDocument();
  expect(screen.getByText('1 person will be invited. 1 entry is not a valid email address. Change or remove it.')).toBeVisible();

  await press(user, 'Send invitation');
  expect(await screen.findByText('Please enter a valid email address.')).toBeVisible();
  expect(await addresses()).toHaveFocus();
  expect(await addresses()).toHaveAttribute('aria-invalid', 'true');

  await press(user, 'Change two@example');
  expect(await addresses()).toHaveFocus();
  await user.keyboard('.net{Enter}');
  expect(tags()).toEqual(['one@example.net', 'One@example.net', 'two@example.net']);
  await user.keyboard('{Backspace}');
  expect(await addresses()).toHaveValue('two@example.net');
  await user.keyboard(',three@example.net');
  screen.getByRole('button', { name: 'Remove One@example.net' }).focus();
  await user.keyboard('{Enter}');
  expect(screen.getByRole('button', { name: 'Remove two@example.net' })).toHaveFocus();
  await user.keyboard('{Enter}');
  // The address that was being typed became a tag when the focus left the field.
  expect(screen.getByRole('button', { name: 'Remove three@example.net' })).toHaveFocus();
  await user.type(await addresses(), 'four@example.net');
  await press(user, 'Send invitation');
  await becomes('one@example.net', 'Sent');
  await becomes('three@example.net', 'Sent');
  await becomes('four@example.net', 'Sent');
});

test('typed names are restored when only one address is left', async () => {
  const { user } = await open();
  await user.type(await addresses(), 'first@example.net;');
  await user.type(await field('Last name'), 'Keeper');
  await user.type(await addresses(), 'second@example.net;');
  expect(screen.queryByRole('textbox', { name: 'Last name' })).not.toBeInTheDocument();
  await press(user, 'Remove second@example.net');
  expect(await field('Last name')).toHaveValue('Keeper');
});

test('without an address nothing is sent', async () => {
  const { user } = await open();
  await press(user, 'Send invitation');
  expect(await screen.findByText('At least one email address is required')).toBeVisible();
  expect(screen.getByText('First name is required')).toBeVisible();
});

test('the result of each address is shown, with a link or next step', async () => {
  const { user } = await open();
  await user.type(await addresses(), 'new@example.net;ordinary@example.com;invited@example.com;second_sub@example.com');
  await press(user, 'Send invitation');
  await becomes('new@example.net', 'Sent');
  await becomes('ordinary@example.com', 'Already a user');
  await becomes('invited@example.com', 'Already invited');
  // The address belongs to another organisation, which subadmin cannot see.
  await becomes('second_sub@example.com', /Already exists.*belongs to another account/);
  expect(screen.queryByRole('button', { name: 'Try again' })).not.toBeInTheDocument();
  expect(within(await result('ordinary@example.com')).getByRole('link', { name: 'Edit user' })).toHaveAttribute(
    'href',
    '/Users/Edit/ordinary',
  );
  await user.click(within(await result('invited@example.com')).getByRole('link', { name: 'Resend invitation' }));
  await waitFor(() => expect(screen.getByLabelText('address').textContent).toMatch(/^\/Users\/Reinvite\/[\da-f-]{36}$/));
});

test('only failed ones are retried, and no user is invited or mailed twice', async () => {
  const { state, transport } = breakable();
  const { user } = await open('subadmin', transport);
  await user.type(await addresses(), 'again1@example.net;ordinary@example.com;again2@example.net');
  state.broken = 'SendEmail';
  await press(user, 'Send invitation');
  await becomes('again1@example.net', /Failed.*Check your connection/);
  await becomes('again2@example.net', 'Failed');
  await becomes('ordinary@example.com', 'Already a user');
  state.broken = '';
  await press(user, 'Try again');
  await becomes('again1@example.net', 'Sent');
  await becomes('again2@example.net', 'Sent');
  expect(await mailed('again%')).toEqual(['again1@example.net', 'again2@example.net']);
});

test('failed ones can be taken back to the form, with everything that was typed', async () => {
  const { state, transport } = breakable();
  const { user } = await open('subadmin', transport);
  await user.type(await addresses(), 'sent.once@example.net;');
  await user.type(await field('Message'), 'Kept');
  state.broken = 'CreateUser';
  await press(user, 'Send invitation');
  await becomes('sent.once@example.net', 'Failed');
  await press(user, 'Change and send again');
  expect(tags()).toEqual(['sent.once@example.net']);
  expect(await field('Message')).toHaveValue('Kept');
  expect(unsavedChanges.exist()).toBe(true);
  state.broken = '';
  await user.type(await field('Last name'), 'Again');
  await press(user, 'Send invitation');
  await becomes('sent.once@example.net', 'Sent');
});

test('a subscriber administrator cannot choose an organisation, and sees why a role is locked', async () => {
  await open();
  expect(screen.queryByRole('combobox', { name: 'Organisation' })).not.toBeInTheDocument();
  expect(
    screen.getByRole('checkbox', {
      name: /^System administrator .*Only a system administrator can do this/,
    }),
  ).toBeDisabled();
  expect(screen.getByRole('checkbox', { name: /^Member/ })).toBeChecked();
});

test('a system administrator invites to any organisation, and to every role', async () => {
  const { user } = await open('sysadmin');
  await user.type(await addresses(), 'far.away@example.net;');
  // There is no organisation until one is chosen, and the field comes first.
  await press(user, 'Send invitation');
  const box = await screen.findByRole('combobox', { name: 'Organisation' });
  expect(box).toHaveFocus();
  expect(box).toHaveAttribute('aria-invalid', 'true');
  await user.click(box);
  await user.keyboard('northg');
  await user.click(await openOption('Northgate Portfolio'));
  await user.click(screen.getByRole('checkbox', { name: /^Subscriber administrator / }));
  await user.click(await addresses());
  await user.paste('far.more@example.net;');
  expect(await screen.findByRole('button', { name: 'Invite 2 to Northgate Portfolio' })).toBeVisible();
  await press(user, 'Remove far.more@example.net');
  await user.clear(await field('Last name'));
  await press(user, 'Invite 1 to Northgate Portfolio');
  await becomes('far.away@example.net', 'Sent');
  const admin = await logInAs(site, 'sysadmin');
  expect(await admin.ok('Users.User', { userName: 'far.away@example.net' })).toMatchObject({
    roles: ['Member', 'SubscriberAdministration'],
    organisation: { organisationName: 'Northgate Portfolio' },
    lastName: '-',
  });
  await user.click(screen.getByRole('link', { name: 'To the list of users' }));
  await addressIs('/Users/List');
});

test('lists that programs copy become tags with names, and nothing of them is lost', async () => {
  const { user } = await open('subadmin');
  await user.click(await addresses());
  await user.paste('Sato, Jane <jane@x.example>; "Lee, Kim" <kim@x.example>, mailto:pat@x.example.');
  expect(tags()).toEqual(['Jane Sato <jane@x.example>', 'Kim Lee <kim@x.example>', 'pat@x.example']);
  await user.paste('Ann\tWolf\tann@x.example\r\nnobody\tat home\r\n');
  expect(tags().slice(3)).toEqual(['Ann Wolf <ann@x.example>', 'nobody at home']);
  // Typed by hand, a comma before the address is that of a name.
  await user.type(await addresses(), 'Berg, Jan <jan@x.example>;');
  expect(tags().slice(5)).toEqual(['Jan Berg <jan@x.example>']);
});
