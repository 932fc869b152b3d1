/** Acting as somebody else, told in a browser: why, for how long, what stays out of reach, and the way back to the same row. */
import type { Page } from 'puppeteer';
import { as } from '../support/as.ts';
import type { Client } from '../support/client.ts';
import { useBrowser } from '../support/browser.ts';
import { eventually } from '../support/eventually.ts';
import { awaitMail } from '../support/mails.ts';
import { startServer } from '../support/server.ts';
import { type MemberAccount, unusedMember } from '../support/unusedMember.ts';
import { useServer } from '../support/useServer.ts';
import { at, follow, heading, press, reads, seen } from './pages/onPage.ts';
import { UsersPage } from './pages/UsersPage.ts';

const site = useServer();
const browser = useBrowser();

const REASON = 'Ticket 4711: the quarterly report is missing';
const LIST = '/Users/List/active?sort=-userName';

const band = (page: Page) => page.waitForSelector('.acting');
const stop = async (page: Page) => {
  await page.bringToFront();
  await press(page, 'Stop');
};

/** The person's row on the list of the active, last name first, wherever it is. */
async function listed({ userName }: MemberAccount, client: Client, page: Page) {
  const users = await UsersPage.open(page, client, LIST);
  const [before] = await site.database.query<{ rows: number }>(
    `SELECT count(*)::int AS rows FROM users u JOIN organisations o USING (organisation_id)
      WHERE o.name = 'Harbour Mutual' AND u.enabled AND o.approved AND u.user_name IS NOT NULL
        AND (u.locked_until IS NULL OR u.locked_until < now()) AND u.user_name > $1`,
    [userName],
  );
  await users.scrollTo(Math.max(0, (before?.rows ?? 0) - 5));
  return { users, row: await users.rowOf(userName) };
}

/** Acts as a member of one's own organisation, from the menu of their row. */
async function acting({ reason = '', page: given }: { reason?: string; page?: Page } = {}) {
  const page = given ?? (await browser.newPage());
  const person = await unusedMember(site, { organisation: 'Harbour Mutual' });
  const client = await as(site, 'subadmin');
  await page.bringToFront();
  const { users, row } = await listed(person, client, page);
  await users.openMenu(row);
  await users.pick('Impersonate');
  await page.waitForSelector('dialog textarea');
  await page.keyboard.type(reason || 'x');
  if (reason === '') await page.keyboard.press('Backspace');
  await users.confirm('Impersonate');
  await band(page);
  await heading(page, 'Security details');
  const [name] = await site.database.query<{ name: string }>(
    `SELECT first_name || ' ' || last_name AS name FROM users WHERE user_id = $1`,
    [person.userId],
  );
  return { page, person, client, users, row, name: name?.name ?? '' };
}

/** When the running impersonation of somebody ends, from now. */
const endIn = (seconds: number, { userId }: MemberAccount) =>
  site.database.query(
    `UPDATE sessions SET expires_at = now() + $1 * interval '1 second' WHERE user_id = $2 AND impersonator_id IS NOT NULL`,
    [seconds, userId],
  );

const isListedAgain = async (page: Page, users: UsersPage, row: number) => {
  await at(page, LIST);
  await users.ready();
  await users.waitForFocus(row, 'actions');
  expect(await page.$('.acting')).toBeNull();
  expect(await page.title()).toBe('User admin | Gatehouse™');
};

test('begins with a reason, shows as whom and for how long on every page, and ends on the same row of the same list', async () => {
  const { page, person, users, row, name } = await acting({ reason: REASON });
  await reads(page, `You are acting as ${name}`);
  expect(await seen(page)).toContain('60 minutes left');
  expect(await seen(page)).toContain(`Reason: ${REASON}`);
  expect(await page.title()).toBe(`You are acting as ${name} · Security Details | Gatehouse™`);

  const [event] = await site.database.query(
    `SELECT actor, details->>'reason' AS reason FROM audit_events WHERE action = 'Users.Impersonate' AND target = $1`,
    [person.userName],
  );
  expect(event).toEqual({ actor: 'subadmin', reason: REASON });
  const mail = await awaitMail(site, ({ to }) => to[0] === person.email);
  expect(mail.text).toContain(REASON);

  await follow(page, 'Help');
  await heading(page, 'Contact support');
  await band(page);
  expect(await page.title()).toBe(`You are acting as ${name} · Contact Support | Gatehouse™`);
  await page.reload();
  await band(page);
  await stop(page);
  await isListedAgain(page, users, row);
  expect(await users.nameAt(row)).toBe(person.userName);
});

test('says on the person’s own page what is barred, and leaves the rest', async () => {
  const { page } = await acting();
  const disabled = await page.$$eval('.security-section', (sections) =>
    sections.filter((section) => section.querySelector('fieldset:disabled')).map(({ id }) => id),
  );
  expect(disabled).toEqual(['password', 'mfa', 'sessions', 'keys']);
  expect(await page.$eval('#password', ({ textContent }) => textContent)).toContain('Only the user can change this');
  expect(await page.$eval('#email', ({ textContent }) => textContent)).not.toContain('Only the user can change this');
});

test('says in the menu of others what is barred', async () => {
  const page = await browser.newPage();
  const users = await UsersPage.open(page, await as(site, 'sysadmin'), '/Users/List/all/subadmin');
  await users.waitForOnly('subadmin');
  await users.choose('Impersonate');
  await users.confirm('Impersonate');
  await band(page);
  await heading(page, 'User admin');
  await users.search('mfa_user');
  await users.waitForOnly('mfa_user');
  await users.openMenu();
  expect(await users.menu()).toMatchObject({
    Edit: null,
    Disable: null,
    'Reset MFA': 'Not possible while you act as another user',
    'Reset password': 'Not possible while you act as another user',
    Impersonate: 'You already act as another user',
    'Take ownership': null,
  });
  await page.keyboard.press('Escape');
  await page.locator('.tick-all input').click();
  await reads(page, 'Reset MFA: Not possible while you act as another user.');
  expect(
    await page.$$eval('.bulk-actions button', (buttons) =>
      buttons.filter(({ disabled }) => disabled).map((one) => one.textContent),
    ),
  ).toEqual(['Reset MFA']);
});

test('counts by the clock: a tab that slept is right as soon as it is looked at', async () => {
  const page = await browser.newPage();
  await page.evaluateOnNewDocument(() => {
    // As in a tab that nobody sees: time goes on, intervals don't.
    const world = globalThis as unknown as { slept: number; setInterval: unknown };
    world.slept = 0;
    world.setInterval = () => 0;
    const real = Date.now.bind(Date);
    Date.now = () => real() + world.slept;
  });
  await acting({ page });
  await reads(page, '60 minutes left');
  const sleep = (ms: number) =>
    page.evaluate((by) => {
      (globalThis as unknown as { slept: number }).slept += by;
      document.dispatchEvent(new Event('visibilitychange'));
    }, ms);
  await sleep(47.5 * 60_000);
  await reads(page, '13 minutes left');
  await sleep(11.7 * 60_000);
  await page.waitForFunction(() => /\d seconds left/.test(document.querySelector('.acting')?.textContent ?? ''));
});

test('goes back by itself when the time is up', async () => {
  const { page, person, users, row } = await acting();
  await endIn(8, person);
  await page.reload();
  await isListedAgain(page, users, row);
});

test('goes back to the own session also where the server found the end first', async () => {
  browser.expectComplaint(/401/);
  const { page, person, users, row } = await acting();
  await endIn(0, person);
  await page.locator('.security-index a[href="#display"]').click();
  // Another call of the page may find the end before this one does; the page is on its way then.
  await page.select('#display select', 'compact').catch(() => undefined);
  await isListedAgain(page, users, row);
});

test('goes back to the own session also where the next screen finds the end first', async () => {
  const { page, person, users, row } = await acting();
  await follow(page, 'Help');
  await heading(page, 'Contact support');
  await endIn(0, person);
  await page.goBack();
  await isListedAgain(page, users, row);
});

test('all tabs follow, both ways, and the one that may not see its page comes back to it', async () => {
  const page = await browser.newPage();
  const other = await browser.newPage({ context: page.browserContext() });
  await UsersPage.open(other, await as(site, 'subadmin'), '/Users/List/admin');
  const { users, row, name } = await acting({ page });
  await heading(other, 'No access');
  await band(other);
  expect(await other.title()).toBe(`You are acting as ${name} · No Access | Gatehouse™`);
  await stop(page);
  await isListedAgain(page, users, row);
  await at(other, '/Users/List/admin');
  expect(await other.$('.acting')).toBeNull();
});

test('can be stopped in any tab, which then shows the person', async () => {
  const { page, person, users, row } = await acting();
  const other = await browser.newPage({ context: page.browserContext() });
  await other.goto(`${site.url}/NoAccess`);
  await band(other);
  await stop(other);
  await at(other, `/Users/List?user=${person.userName}`);
  await page.bringToFront();
  // It says so before and after; only the page that was loaded anew has no band.
  await page.waitForFunction(
    () => document.querySelector('.acting') === null && document.querySelector('h1')?.textContent.trim() === 'Security details',
  );
  await reads(page, 'Hannah Whitaker');
  expect([users.page, row]).toEqual([page, expect.any(Number)]);
});

test('is not offered where the environment takes it away', async () => {
  const strict = await startServer({ database: site.database, env: { IMPERSONATION: 'off' } });
  try {
    const page = await browser.newPage();
    const users = await UsersPage.open(page, await as(strict, 'subadmin'), '/Users/List/all/mfa_user');
    await users.waitForOnly('mfa_user');
    await users.openMenu();
    expect(Object.keys(await users.menu())).not.toContain('Impersonate');
    await page.goto(`${strict.url}/Users/Edit/mfa_user`);
    await page.waitForSelector('::-p-aria([name="Take ownership"][role="button"])');
    expect(await seen(page)).not.toContain('Impersonate');
    await page.close();
  } finally {
    await strict.stop();
  }
});

test('a question that is closed, and a double click, do what they should', async () => {
  const page = await browser.newPage();
  const person = await unusedMember(site, { organisation: 'Harbour Mutual' });
  const users = await UsersPage.open(page, await as(site, 'subadmin'), `/Users/List/all/${person.userName}`);
  await users.waitForOnly(person.userName);
  await users.choose('Impersonate');
  await users.confirm('Cancel');
  await users.choose('Impersonate');
  await page.locator('::-p-aria([role="dialog"]) ::-p-aria([name="Impersonate"][role="button"])').click({ count: 2 });
  await band(page);
  const started = await eventually('the event', async () => {
    const rows = await site.database.query(`SELECT 1 FROM audit_events WHERE action = 'Users.Impersonate' AND target = $1`, [
      person.userName,
    ]);
    return rows.length > 0 && rows.length;
  });
  expect(started).toBe(1);
});
