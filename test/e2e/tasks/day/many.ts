/** The day's tasks about many: each in the product's words, and what the server has afterwards. */
import { awaitMail } from '../../../support/mails.ts';
import { heading, waitForPath, waitForText } from '../../pages/onPage.ts';
import type { Day } from './Day.ts';
import { BULK_BAR, DIALOG, DRAWER } from './Hands.ts';

const WITHOUT_MFA = `users WHERE registered AND enabled AND NOT mfa_enrolled AND NOT has_passkey`;

/** Everybody without MFA is reminded. */
export async function remindAll({ hands, page, users, countOf, client, site }: Day): Promise<void> {
  const count = await countOf(WITHOUT_MFA);
  const { total = 0 } = await client.ok('Users.Page', {
    where: [{ field: 'mfa', op: 'in', value: ['off', 'required'] }],
    limit: 1,
  });
  expect(count).toBeGreaterThan(100);
  await hands.goTo('Users');
  await users.ready();
  await hands.filter('MFA', ['Off', 'Required']);
  await users.waitForTotal(String(total));
  await hands.tickAll();
  await page.waitForSelector(BULK_BAR);
  await hands.press('More', { within: BULK_BAR });
  await hands.press('Remind of MFA', { role: 'menuitem' });
  await hands.press(`Remind ${String(count)} users`, { within: DIALOG });
  await waitForText(page, `${String(count)} users reminded of MFA`);
  expect(await countOf(`${WITHOUT_MFA} AND mfa_reminded_at IS NULL`)).toBe(0);
  expect(await countOf('users WHERE mfa_reminded_at IS NOT NULL')).toBe(count);
  await awaitMail(
    site,
    ({ to, subject }) => to.includes('ordinary@example.com') && subject.includes('set up multi-factor authentication'),
  );
}

export async function disableAndUndo({ hands, page, countOf, client }: Day): Promise<void> {
  const { total = 0 } = await client.ok('Users.Page', { search: 'kaveri', limit: 1 });
  const before = await countOf('users WHERE NOT enabled');
  await hands.command(`disable ${String(total)} kaveri`, `Disable ${String(total)} users`);
  await waitForPath(page, '/Users/List/all/kaveri');
  await waitForText(page, 'users disabled');
  const disabled = (await countOf('users WHERE NOT enabled')) - before;
  expect(disabled).toBeGreaterThan(3);
  await hands.pressAt(`::-p-xpath(//li[contains(., "users disabled")]//button[normalize-space()="Details"])`);
  await hands.press('Undo', { within: DIALOG });
  await waitForText(page, `${String(disabled)} users enabled`);
  expect(await countOf('users WHERE NOT enabled')).toBe(before);
}

const WAITING = 'tickets WHERE answered_at IS NULL AND closed_at IS NULL';

/** As many wait for an answer. */
const QUEUE = 4;

/** The queue is empty: one is closed as it is, the others are answered. */
export async function emptyQueue({ hands, page, countOf, site }: Day): Promise<void> {
  await site.database.query(
    `UPDATE tickets SET answered_at = now() WHERE answered_at IS NULL AND ticket_id NOT IN
      (SELECT ticket_id FROM ${WAITING} ORDER BY created_at DESC LIMIT ${String(QUEUE)})`,
  );
  await hands.goTo('Tickets');
  await heading(page, 'Tickets');
  await hands.openFirst();
  await hands.press('Close', { within: DRAWER });
  await waitForText(page, 'closed it');
  await hands.closeDrawer();
  await waitForText(page, `${String(QUEUE - 1)} tickets`);
  await hands.openFirst();
  for (let left = QUEUE - 1; left > 0; left -= 1) {
    await page.waitForSelector(`${DRAWER} textarea`);
    const title = await page.$eval(`${DRAWER} h2`, ({ textContent }) => textContent);
    await hands.write('Answer or note', 'We have mended it.');
    await hands.press('Answer');
    await page.waitForFunction(
      (drawer, former) => document.querySelector(`${drawer} h2`)?.textContent !== former,
      {},
      DRAWER,
      title,
    );
  }
  await waitForText(page, 'Everything is answered');
  expect(await countOf(WAITING)).toBe(0);
}

export async function exportDormant(day: Day): Promise<void> {
  const { hands, page, users, client } = day;
  const { total = 0 } = await client.ok('Users.Page', { filter: 'dormant', limit: 1 });
  await hands.command('no login for 90', 'Users: No login for 90 days');
  await waitForPath(page, '/Users/List?lastLoginAt=dormant');
  await users.waitForTotal(String(total));
  await hands.showTools();
  await hands.press('Export');
  expect(await day.savedLines()).toHaveLength(total + 1);
}

export async function reportDay({ hands, page, row, client }: Day): Promise<void> {
  const { at } = await row<{ at: Date }>(
    `SELECT max(at) AS at FROM audit_events WHERE actor = 'ordinary' AND at < now() - interval '1 day'`,
  );
  await hands.goTo('Audit report');
  await heading(page, 'Audit report');
  await hands.writeFirst('Person', 'ordina');
  await hands.key('Enter');
  await waitForPath(page, '/Users/Audit?person=ordinary');
  await hands.showTools();
  await hands.pressAt(`[role="search"] label[title="${at.toLocaleDateString('en-US', { dateStyle: 'full' })}"]`);
  await page.waitForFunction(() => location.search.includes('from='));
  const from = new Date(at).setHours(0, 0, 0, 0);
  const to = new Date(at).setHours(24, 0, 0, 0);
  const { total } = await client.ok('Users.AuditReport', {
    person: 'ordinary',
    from: new Date(from).toISOString(),
    to: new Date(to).toISOString(),
    limit: 1,
  });
  expect(total).toBeGreaterThan(0);
  await page.waitForFunction(
    (text) => [...document.querySelectorAll('main [role="status"]')].some(({ textContent }) => textContent === text),
    {},
    total === 1 ? '1 event' : `${String(total)} events`,
  );
}
