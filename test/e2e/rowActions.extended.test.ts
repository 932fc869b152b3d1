/** More actions of the row menu: those that ask for more, and those that lead to a mail. */
import { logInAs } from '../support/logInAs.ts';
import { useBrowser } from '../support/browser.ts';
import { awaitMail } from '../support/mails.ts';
import { unusedMember } from '../support/unusedMember.ts';
import { useServer } from '../support/useServer.ts';
import { openListOf } from './pages/listOf.ts';
import { heading, waitForText } from './pages/onPage.ts';
import { proveIdentity } from './pages/security.ts';
import { authenticatedAgo } from '../support/sessions.ts';

const site = useServer();
const browser = useBrowser();

const member = () => unusedMember(site, { organisation: 'Harbour Mutual' });

test('resets MFA after a step-up; a wrong password keeps the dialog open', async () => {
  const { page, users, waitForCell } = await openListOf(site, 'mfa_user', await browser.newPage());
  await authenticatedAgo(site, '2 hours');
  browser.expectPageError(/40[03]/);
  await users.chooseAction('Reset MFA');
  await users.confirm('Reset MFA');
  await proveIdentity(page, 'Wrong-pass-1');
  await page.waitForSelector('[role="dialog"] [aria-invalid="true"], [role="dialog"] [role="alert"]');
  await proveIdentity(page);
  await waitForText(page, 'MFA of mfa_user is reset.');
  await page.waitForFunction(() => document.querySelector('[role="dialog"]') === null);
  await waitForCell('mfa', 'Required');
});

test('resets a password: the old one stops working, and a mail brings the link to a new one', async () => {
  const { userName, email } = await member();
  const { page, users } = await openListOf(site, userName, await browser.newPage());
  await users.chooseAction('Reset password');
  await users.confirm('Reset password');
  await waitForText(page, `The password of ${userName} is reset.`);
  const mail = await awaitMail(site, ({ to, links }) => to[0] === email && links.length > 0);
  await expect(logInAs(site, userName)).rejects.toThrow();
  const userPage = await browser.newPage();
  await userPage.goto(mail.links[0] ?? '');
  await heading(userPage, 'Choose a new password');
});

test('resends an expired invitation, with a new link, and deletes another, whose row disappears', async () => {
  const { page, users, waitForCell } = await openListOf(site, 'expired@example.com', await browser.newPage());
  expect(await users.cell('status')).toBe('Invite expired');
  await users.chooseAction('Resend invite');
  await waitForText(page, 'The link they have stops working.');
  await users.confirm('Resend invite');
  await waitForText(page, 'expired@example.com is invited again.');
  await waitForCell('status', 'Invited');
  const { links } = await awaitMail(site, ({ to }) => to[0] === 'expired@example.com');
  const userPage = await browser.newPage();
  await userPage.goto(links[0] ?? '');
  await heading(userPage, "You're invited");

  await page.bringToFront();
  await users.chooseAction('Delete invite');
  await waitForText(page, 'This cannot be undone.');
  await users.confirm('Delete invite');
  await waitForText(page, 'The invite of expired@example.com is deleted.');
  await waitForText(page, 'No user matches “expired@example.com”');
});

test('copies the user ID, and shows it when the browser denies the clipboard', async () => {
  const { userId, userName } = await member();
  const page = await browser.newPage();
  const { users } = await openListOf(site, userName, page);
  for (const name of ['clipboard-read', 'clipboard-write'])
    await page.browserContext().setPermission(site.url, { permission: { name }, state: 'granted' });
  await users.chooseAction('Copy user ID');
  await waitForText(page, 'The user ID is on the clipboard.');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(userId);
  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error('not allowed'));
  });
  await users.chooseAction('Copy user ID');
  await waitForText(page, `The user ID is ${userId}.`);
});
