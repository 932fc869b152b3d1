/** The day's tasks about one person: each in the product's words, and what the server has afterwards. */
import { awaitMail } from '../../../support/mails.ts';
import { heading, waitForNoDialog, waitForPath, waitForText } from '../../pages/onPage.ts';
import type { Day } from './Day.ts';
import { BULK_BAR, DIALOG } from './Hands.ts';
import { userOf } from '../../../support/userFacts.ts';

export async function unlock({ hands, page, site }: Day): Promise<void> {
  await hands.command('unlock locked_user');
  await waitForText(page, 'locked_user is unlocked.');
  expect(await userOf(site, 'locked_user', 'lockedUntil')).toEqual({ lockedUntil: null });
}

export async function sayWhyNot({ hands, page, users, client }: Day): Promise<void> {
  await hands.find('disabled_user');
  await users.waitForOnly('disabled_user');
  await hands.openFirst();
  await waitForText(page, "Why can't this user log in?");
  await waitForText(page, 'Disabled by an administrator');
  const { canLogIn, causes } = await client.ok('Users.Diagnosis', { userName: 'disabled_user' });
  expect({ canLogIn, causes }).toEqual({ canLogIn: false, causes: [expect.objectContaining({ code: 'Disabled' })] });
}

export async function resetMfa({ hands, page, site }: Day): Promise<void> {
  await hands.command('reset mfa mfa_user', 'This cannot be undone.');
  await waitForText(page, 'MFA of mfa_user is reset.');
  expect(await userOf(site, 'mfa_user', 'mfaEnrolledAt')).toEqual({ mfaEnrolledAt: null });
  await awaitMail(site, ({ to }) => to.includes('mfa_user@example.com'));
}

const invited = ['ada.byron@example.net', 'grace.hop@example.net', 'mary.ann@example.net'];

export async function inviteThree({ hands, page, countOf, site }: Day): Promise<void> {
  // The user of the task before the last is still open.
  await hands.closeDrawer();
  await hands.goTo('Invite user');
  await heading(page, 'Invite user');
  await hands.choose('Organisation', 'Harbour Mutual');
  await hands.write('Email addresses', `${invited.join(';')};`);
  await hands.submit('Invite 3 to Harbour Mutual', 'Email addresses');
  await waitForText(page, '3 of 3 sent');
  for (const address of invited) await awaitMail(site, ({ to }) => to.includes(address));
  expect(
    await countOf(`users JOIN organisations o USING (organisation_id) WHERE email = ANY ($1) AND o.name = $2`, [
      invited,
      'Harbour Mutual',
    ]),
  ).toBe(3);
}

export async function move({ hands, page, users, row }: Day): Promise<void> {
  await hands.goTo('Users');
  await users.ready();
  // Those who were reminded are still selected.
  await hands.press('Clear', { within: BULK_BAR });
  await hands.find('ordinary');
  await users.waitForOnly('ordinary');
  await hands.tickFirst();
  await waitForText(page, '1 selected');
  await hands.press('More', { within: BULK_BAR });
  await hands.press('Move to an organisation', { role: 'menuitem' });
  await hands.choose('Organisation', 'Northgate Portfolio');
  await hands.press('Move 1 user', { within: DIALOG });
  await waitForText(page, '1 user moved');
  const sql = `SELECT o.name FROM users JOIN organisations o USING (organisation_id) WHERE user_name = 'ordinary'`;
  expect(await row(sql)).toEqual({ name: 'Northgate Portfolio' });
}

export async function giveRole({ hands, page, row }: Day): Promise<void> {
  await hands.command('role mfa_user support');
  await waitForText(page, 'The roles of mfa_user');
  expect(await row(`SELECT roles @> '{Support}' AS given FROM users WHERE user_name = 'mfa_user'`)).toEqual({ given: true });
}

const REASON = 'ticket 4711';

export async function impersonate({ hands, page, row, countOf }: Day): Promise<void> {
  const before = page.url();
  await hands.command(`impersonate ordinary because ${REASON}`);
  await waitForText(page, 'You are viewing as');
  await waitForText(page, `Reason: ${REASON}`);
  expect(await countOf('sessions WHERE impersonator_id IS NOT NULL')).toBe(1);
  await hands.press('Stop');
  await waitForPath(page, before.slice(new URL(before).origin.length));
  await waitForNoDialog(page);
  expect(await countOf('sessions WHERE impersonator_id IS NOT NULL')).toBe(0);
  const event = `SELECT actor, target FROM audit_events WHERE action = 'Users.Impersonate' AND details->>'reason' = $1`;
  expect(await row(event, [REASON])).toEqual({ actor: 'sysadmin', target: 'ordinary' });
}
