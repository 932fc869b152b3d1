/** Impersonation: reason, duration, blocked actions, and the return to the same row of the list. */
import { isolated } from '../../api/contract/isolated.ts';
import type { Page } from 'puppeteer';
import { waitForSignedInIdle } from '../support/apiCalls.ts';
import { logInAs } from '../support/logInAs.ts';
import type { Client } from '../support/client.ts';
import { useBrowser } from '../support/browser.ts';
import { awaitMail } from '../support/mails.ts';
import { type MemberAccount, unusedMember } from '../support/unusedMember.ts';
import { useServer } from '../support/useServer.ts';
import { clickLink, heading, press, visibleText, waitForPath, waitForText } from './pages/onPage.ts';
import { UsersPage } from './pages/UsersPage.ts';
import { auditEvents } from '../support/auditEvents.ts';
import { userOf } from '../support/userFacts.ts';

const site = useServer();
const browser = useBrowser();

const REASON = 'Ticket 4711: the quarterly report is missing';
const LIST = '/Users/List/active?sort=-userName';

const waitForBanner = (page: Page) => page.waitForSelector('section:has([role="timer"])');
const stop = async (page: Page) => {
  await page.bringToFront();
  await press(page, 'Stop');
};

/** Opens the list of active users, in descending order, and scrolls to the user's row. */
async function scrollToUser({ userName }: MemberAccount, client: Client, page: Page) {
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

interface Impersonation {
  readonly reason?: string;
  readonly page?: Page;
  /** Keeps the dialog's default, read-only access. */
  readonly reads?: boolean;
}

/** Impersonates a member of the administrator's own organisation, from the row menu. */
async function impersonate({ reason = REASON, page: given, reads = false }: Impersonation = {}) {
  const page = given ?? (await browser.newPage());
  const person = await unusedMember(site, { organisation: 'Harbour Mutual' });
  const client = await logInAs(site, 'subadmin');
  await page.bringToFront();
  const { users, row } = await scrollToUser(person, client, page);
  await users.openMenu(row);
  await users.clickMenuItem('Impersonate');
  await page.waitForSelector('[role="dialog"] textarea');
  await page.keyboard.sendCharacter(reason);
  if (!reads) await page.locator('[role="dialog"] input[type="checkbox"]').click();
  await users.confirm('Impersonate');
  await waitForBanner(page);
  await heading(page, 'Security details');
  await waitForSignedInIdle(page);
  const { name } = await userOf(site, person.userId, 'name');
  return { page, person, client, users, row, name: isolated(name) };
}

/** Lets the running impersonation of a user end `seconds` from now. */
const expireIn = (seconds: number, { userId }: MemberAccount) =>
  site.database.query(
    `UPDATE sessions SET expires_at = now() + $1 * interval '1 second' WHERE user_id = $2 AND impersonator_id IS NOT NULL`,
    [seconds, userId],
  );

const expectListRestored = async (page: Page, users: UsersPage, row: number) => {
  await waitForPath(page, LIST);
  await users.ready();
  await users.waitForFocus(row, 'actions');
  expect(await page.$('section:has([role="timer"])')).toBeNull();
  expect(await page.title()).toBe('User admin | Gatehouse™');
};

test('begins with a reason, shows the user and the remaining time on every page, and ends on the same row of the same list', async () => {
  const { page, person, users, row, name } = await impersonate({ reason: REASON });
  await waitForText(page, `You are acting as ${name}`);
  expect(await visibleText(page)).toContain('1 hour left');
  expect(await visibleText(page)).toContain(`Reason: ${REASON}`);
  expect(await page.title()).toBe(`You are acting as ${name} · Security Details | Gatehouse™`);

  const [event] = await auditEvents(site, { action: 'Users.Impersonate', target: person.userName });
  expect([event?.actor, event?.details.reason]).toEqual(['subadmin', REASON]);
  const mail = await awaitMail(site, ({ to }) => to[0] === person.email);
  expect(mail.text).toContain(REASON);

  await clickLink(page, 'Help');
  await heading(page, 'Contact support');
  await waitForBanner(page);
  expect(await page.title()).toBe(`You are acting as ${name} · Contact Support | Gatehouse™`);
  await page.reload();
  await waitForBanner(page);
  await stop(page);
  await expectListRestored(page, users, row);
  expect(await users.nameAt(row)).toBe(person.userName);
});

test('says on the user’s account page what is blocked, and leaves the rest', async () => {
  const { page } = await impersonate();
  const disabled = await page.$$eval('main section[aria-labelledby]', (sections) =>
    sections.filter((section) => section.querySelector('fieldset:disabled')).map(({ id }) => id),
  );
  expect(disabled).toEqual(['password', 'mfa', 'sessions', 'keys']);
  expect(await page.$eval('#password', ({ textContent }) => textContent)).toContain('Only the user can change this');
  expect(await page.$eval('#email', ({ textContent }) => textContent)).not.toContain('Only the user can change this');
});

test('says in the row menus what is blocked', async () => {
  const page = await browser.newPage();
  const users = await UsersPage.open(page, await logInAs(site, 'sysadmin'), '/Users/List/all/subadmin');
  await users.waitForOnly('subadmin');
  await users.chooseAction('Impersonate');
  await page.locator('[role="dialog"] textarea').fill(REASON);
  await page.locator('[role="dialog"] input[type="checkbox"]').click();
  await users.confirm('Impersonate');
  await waitForBanner(page);
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
  await page.locator('[role="columnheader"] input').click();
  await waitForText(page, 'Reset MFA: Not possible while you act as another user.');
  expect(
    await page.$$eval('main section [role="group"] button', (buttons) =>
      buttons.filter(({ disabled }) => disabled).map((one) => one.textContent),
    ),
  ).toEqual(['Reset MFA']);
});

test('measures by the clock: a suspended tab is right as soon as it is visible', async () => {
  const page = await browser.newPage();
  await page.evaluateOnNewDocument(() => {
    // Like a hidden tab: time passes, but intervals don't fire.
    const world = globalThis as unknown as { slept: number; setInterval: unknown };
    world.slept = 0;
    world.setInterval = () => 0;
    const real = Date.now.bind(Date);
    Date.now = () => real() + world.slept;
  });
  await impersonate({ page });
  await waitForText(page, '1 hour left');
  const sleep = (ms: number) =>
    page.evaluate((by) => {
      (globalThis as unknown as { slept: number }).slept += by;
      document.dispatchEvent(new Event('visibilitychange'));
    }, ms);
  await sleep(47.5 * 60_000);
  await waitForText(page, '13 minutes left');
  await sleep(11.7 * 60_000);
  await page.waitForFunction(() =>
    /\d seconds left/.test(document.querySelector('section:has([role="timer"])')?.textContent ?? ''),
  );
});

test('returns by itself when the time is up', async () => {
  const { page, person, users, row } = await impersonate();
  await expireIn(8, person);
  await page.reload();
  await expectListRestored(page, users, row);
});

test('returns to the administrator’s session also when the next screen’s check reports the end first', async () => {
  const { page, person, users, row } = await impersonate();
  await clickLink(page, 'Help');
  await heading(page, 'Contact support');
  await waitForSignedInIdle(page);
  await expireIn(-1, person);
  await page.goBack();
  await expectListRestored(page, users, row);
});

test('all tabs follow, both ways, and a tab that loses access to its page comes back to it', async () => {
  const page = await browser.newPage();
  const other = await browser.newPage({ context: page.browserContext() });
  await UsersPage.open(other, await logInAs(site, 'subadmin'), '/Users/List/admin');
  const { users, row, name } = await impersonate({ page });
  await heading(other, 'No access');
  await waitForBanner(other);
  expect(await other.title()).toBe(`You are acting as ${name} · No Access | Gatehouse™`);
  await stop(page);
  await expectListRestored(page, users, row);
  await waitForPath(other, '/Users/List/admin');
  expect(await other.$('section:has([role="timer"])')).toBeNull();
});

test('can be stopped in any tab, which then shows the user’s row', async () => {
  const { page, person, users, row } = await impersonate();
  const other = await browser.newPage({ context: page.browserContext() });
  await other.goto(`${site.url}/NoAccess`);
  await waitForBanner(other);
  await stop(other);
  await waitForPath(other, `/Users/List?user=${person.userName}`);
  await page.bringToFront();
  // The heading is the same before and after; only the reloaded page has no banner.
  await page.waitForFunction(
    () =>
      document.querySelector('section:has([role="timer"])') === null &&
      document.querySelector('h1')?.textContent.trim() === 'Security details',
  );
  await waitForText(page, 'Hannah Whitaker');
  expect([users.page, row]).toEqual([page, expect.any(Number)]);
});
