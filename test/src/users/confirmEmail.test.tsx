/** The page behind the links of a changed e-mail address: it confirms, refuses, or says when it can be confirmed. */
import { cleanup, screen } from '@testing-library/react';
import { screens } from '@src/app/routes.tsx';
import { logInAs } from '../../support/logInAs.ts';
import { awaitMail } from '../../support/mails.ts';
import { unusedMember, type MemberAccount } from '../../support/unusedMember.ts';
import { useServer } from '../../support/useServer.ts';
import { openPage } from '../openPage.tsx';
import { pendingEmailAges, setRoles } from '../../support/changeUser.ts';

// eslint-disable-next-line react-hooks/rules-of-hooks -- a hook of the test runner, not of React
const site = useServer();

/** @returns the links mailed to the new and to the present address, as paths */
async function moving(person: MemberAccount, email: string) {
  const sysadmin = await logInAs(site, 'sysadmin');
  const { userName } = person;
  const { version } = await sysadmin.ok('Users.User', { userName });
  await sysadmin.ok('Users.Patch', { userName, body: { version, email } });
  const pathTo = async (address: string) => {
    const mail = await awaitMail(site, ({ to, links }) => to[0] === address && links[0]?.includes('/ConfirmEmail?') === true);
    const { pathname, search } = new URL(mail.links[0] ?? '');
    return pathname + search;
  };
  const emailNow = async () => (await sysadmin.ok('Users.User', { userName })).email;
  return { confirm: await pathTo(email), refuse: await pathTo(person.email), emailNow };
}

test('The present address refuses by a button, and keeps the account', async () => {
  const person = await unusedMember(site);
  const { refuse, confirm, emailNow } = await moving(person, 'refused@example.net');
  const { user } = await openPage(site, refuse, { screens });
  expect(await screen.findByRole('heading', { name: 'Refuse the new email address' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Refuse the change' }));
  expect(await screen.findByRole('heading', { name: 'The change is refused' })).toBeVisible();
  expect(screen.getByText(new RegExp(person.email))).toBeVisible();
  expect(await emailNow()).toBe(person.email);
  expect(confirm).not.toContain('refuse');
});

test.each([
  ['confirm', 'Confirm email address', 'Your email address is confirmed', 'was confirmed already'],
  ['refuse', 'Refuse the change', 'The change is refused', 'The change was refused already'],
] as const)('A link that has done its work says so when it is opened again: %s', async (kind, button, heading, text) => {
  const links = await moving(await unusedMember(site), `${kind}.twice@example.net`);
  for (const round of ['first', 'again']) {
    const { user } = await openPage(site, links[kind], { screens });
    await user.click(await screen.findByRole('button', { name: button }));
    expect(await screen.findByRole('heading', { name: heading })).toBeVisible();
    expect(screen.queryByText(new RegExp(text)) !== null).toBe(round === 'again');
    cleanup();
  }
});

test('The new address of an administrator waits, and the page keeps the link for later', async () => {
  const person = await unusedMember(site);
  await setRoles(site, person.userId, ['SubscriberAdministration']);
  const { confirm, emailNow } = await moving(person, 'later@example.net');
  const { user } = await openPage(site, confirm, { screens });
  await user.click(await screen.findByRole('button', { name: 'Confirm email address' }));
  expect(await screen.findByText(/The waiting time .* is not over yet\. .* from .*\d:\d\d/)).toBeVisible();
  await pendingEmailAges(site, person.userId, '25 hours');
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('heading', { name: 'Your email address is confirmed' })).toBeVisible();
  expect(await emailNow()).toBe('later@example.net');
});
