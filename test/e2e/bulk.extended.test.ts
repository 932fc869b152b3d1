/** A bulk action on hundreds of users: select, preview, hold, interrupt, resume, retry and undo. */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { HTTPRequest, Page } from 'puppeteer';
import { logInAs, DEMO_PASSWORD } from '../support/logInAs.ts';
import { axeViolations } from '../support/axe.ts';
import { useBrowser } from '../support/browser.ts';
import { eventually } from '../support/eventually.ts';
import { intercept } from '../support/intercept.ts';
import { scaled } from '../support/scale.ts';
import { useServer } from '../support/useServer.ts';
import { fill, press } from './pages/onPage.ts';
import { UsersPage } from './pages/UsersPage.ts';

const site = useServer({ users: scaled(340, 640) });
const browser = useBrowser();

/** Proxies the page's changes: passes them on, holds them, or drops them. */
class RequestValve {
  #how: 'open' | 'lost' = 'open';
  #left = Infinity;
  passedCount = 0;
  #waiting: HTTPRequest[] = [];

  static async install(page: Page): Promise<RequestValve> {
    const valve = new RequestValve();
    await intercept(page, (request) => valve.#meet(request));
    return valve;
  }

  #meet(request: HTTPRequest): Promise<void> | undefined {
    if (!request.url().includes('/api/Users/Enable/')) return request.continue();
    if (this.#how === 'lost') return request.abort('internetdisconnected');
    if (this.#left > 0) {
      this.#left -= 1;
      return this.#pass(request);
    }
    this.#waiting.push(request);
    return undefined;
  }

  #pass(request: HTTPRequest): Promise<void> {
    this.passedCount += 1;
    return request.continue();
  }

  /** Lets `count` requests pass and holds the rest. */
  holdAfter(count: number): void {
    this.#how = 'open';
    this.#left = count;
  }

  /** Waits until `count` requests are held. */
  async waitForHeld(count: number): Promise<void> {
    await eventually(`${String(count)} that wait`, () => this.#waiting.length === count);
  }

  passAll(): void {
    this.#how = 'open';
    this.#left = Infinity;
    for (const request of this.#waiting.splice(0)) void this.#pass(request);
  }

  dropAll(): void {
    this.#how = 'lost';
    for (const request of this.#waiting.splice(0)) void request.abort('internetdisconnected');
  }
}

const countOf = async (sql: string, values: readonly unknown[] = []): Promise<number> =>
  (await site.database.row<{ count: number }>(sql, values)).count;
const countDisabled = () => countOf('SELECT count(*)::int AS count FROM users WHERE NOT enabled');

const BAR = 'section[aria-label="Bulk actions"]';
const barText = (page: Page) => page.$eval(BAR, (element) => element.innerText.replaceAll(/\s+/gu, ' '));
/** Hundreds of calls on a busy machine. */
const BULK_WAIT_MS = 90_000;

const waitForBar = (page: Page, text: string) =>
  page.waitForFunction(
    (bar, wanted) => document.querySelector<HTMLElement>(bar)?.innerText.replaceAll('\u00a0', ' ').includes(wanted),
    { timeout: BULK_WAIT_MS },
    BAR,
    text,
  );

const ACTIVE = "enabled AND registered AND (locked_until IS NULL OR locked_until <= now()) AND 'Member' = ANY (roles)";

const dropTrigger = () => site.database.query('DROP TRIGGER IF EXISTS refuse ON users; DROP FUNCTION IF EXISTS refuse');

test('hundreds of users are disabled: three fail, the connection and the session are lost on the way, and all of it is undone', async () => {
  const users = await UsersPage.open(
    await browser.newPage(),
    await logInAs(site, 'sysadmin'),
    '/Users/List/active?roles=Member&sort=name',
  );
  const { page } = users;
  const folder = await mkdtemp(join(tmpdir(), 'bulk-'));
  try {
    const session = await page.createCDPSession();
    await session.send('Browser.setDownloadBehavior', {
      behavior: 'allow',
      downloadPath: folder,
      browserContextId: page.browserContext().id ?? '',
    });
    const members = await site.database.query<{ user_name: string }>(
      `SELECT user_name FROM users WHERE ${ACTIVE} ORDER BY user_name`,
    );
    const total = members.length;
    expect(total).toBeGreaterThan(scaled(250, 500));
    const [fails, [left, late]] = [
      members.slice(10, 13).map((row) => row.user_name),
      members.slice(-2).map((row) => row.user_name),
    ];
    await site.database.query('UPDATE users SET enabled = false WHERE user_name = $1', [late]);
    await page.reload();
    await users.waitForTotal(String(total - 1));

    // Everyone who matches now: later matches are not included, and users that change meanwhile are skipped.
    await page.locator('[role="columnheader"] input[type="checkbox"]').click();
    await waitForBar(page, `${String(total - 1)} selected`);
    await site.database.query('UPDATE users SET enabled = user_name = $2 WHERE user_name = ANY (ARRAY[$1, $2])', [left, late]);
    await site.database.query(
      `CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'no'; END $$;
       CREATE TRIGGER refuse BEFORE UPDATE ON users FOR EACH ROW
         WHEN (OLD.user_name IN ('${fails.join("', '")}') AND NOT NEW.enabled) EXECUTE FUNCTION refuse()`,
    );
    browser.expectPageError(/status of 500|ERR_INTERNET_DISCONNECTED/);
    const count = total - 2;
    await press(page, 'Disable');
    const dialog = await page.waitForSelector('[role="dialog"]');
    const preview = (await dialog?.evaluate((element) => element.textContent)) ?? '';
    expect(preview).toContain(`Disable ${String(count)} users?`);
    expect(preview).toContain('1 · Already disabled');
    expect(await axeViolations(page)).toEqual([]);
    const before = await countDisabled();

    const valve = await RequestValve.install(page);
    valve.holdAfter(60);
    await users.confirm(`Disable ${String(count)} users`);
    await valve.waitForHeld(4);
    await press(page, 'Pause');
    await waitForBar(page, 'Paused');
    valve.passAll();
    // Those four finish; no further ones start.
    await waitForBar(page, `Disabling: 64 of ${String(count)}`);
    expect(valve.passedCount).toBe(64);
    expect(await axeViolations(page)).toEqual([]);
    // The page stays usable meanwhile.
    await users.search('an');
    await page.waitForFunction(() => document.querySelectorAll('[role="gridcell"][col-id="userName"] mark').length > 0);
    await users.search('');

    valve.holdAfter(60);
    await press(page, 'Resume');
    await valve.waitForHeld(4);
    await site.database.query('DELETE FROM sessions');
    valve.passAll();
    await page.waitForSelector('[role="dialog"] input[type="password"]');
    await fill(page, '[role="dialog"] input[type="password"]', DEMO_PASSWORD);
    await page.keyboard.press('Enter');
    await page.waitForSelector('[role="dialog"]', { hidden: true });

    valve.holdAfter(100);
    await valve.waitForHeld(4);
    valve.dropAll();
    await waitForBar(page, 'The connection is lost. It goes on by itself once it is back.');
    valve.passAll();
    await press(page, 'Try now');

    await waitForBar(page, `${String(count - 3)} users disabled · 3 failed · 1 left out`);
    expect((await countDisabled()) - before).toBe(count - 3);
    const names = members.map((row) => row.user_name);
    const events = (action: string, details: string) =>
      countOf('SELECT count(*)::int AS count FROM audit_events WHERE action = $1 AND target = ANY ($2) AND outcome = $3', [
        action,
        names,
        details,
      ]);
    expect(await events('Users.Enable', 'success')).toBe(count - 3);

    await press(page, 'Download result');
    const name = await eventually('the file', async () => (await readdir(folder)).find((file) => file.endsWith('.csv')));
    expect(name).toMatch(/^users-disable-\d{4}-\d\d-\d\d\.csv$/);
    const rows = (await readFile(join(folder, name), 'utf8')).trimEnd().split('\r\n').slice(1);
    expect(rows).toHaveLength(count + 1);
    expect(
      rows
        .slice(0, 3)
        .map((row) => row.split(',')[0])
        .sort(),
    ).toEqual(fails);
    expect(rows.slice(0, 3).every((row) => /,Failed,.+/.test(row))).toBe(true);
    expect(rows[3]).toMatch(/,Left out,Already disabled$/);

    await press(page, 'Show result');
    await page.waitForSelector('[role="dialog"] table');
    expect(await axeViolations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.waitForSelector('[role="dialog"]', { hidden: true });

    await dropTrigger();
    await press(page, 'Retry failed');
    await waitForBar(page, `${String(count)} users disabled · 1 left out`);
    expect((await countDisabled()) - before).toBe(count);

    await press(page, 'Undo');
    await waitForBar(page, `${String(count)} users enabled`);
    expect(await countDisabled()).toBe(before);
    expect(await events('Users.Enable', 'success')).toBe(2 * count);
    expect(await barText(page)).not.toContain('Undo');
    await press(page, 'Close');
  } finally {
    await dropTrigger();
    await rm(folder, { recursive: true, force: true });
  }
});

test('cancelled, requests in flight finish, and the rest is skipped and unchanged', async () => {
  const users = await UsersPage.open(
    await browser.newPage(),
    await logInAs(site, 'sysadmin'),
    '/Users/List/active?roles=Member&sort=name',
  );
  const { page } = users;
  const before = await countDisabled();
  const names = (await users.renderedNames()).slice(0, 10);
  await page.locator(`${users.cellAt(0, 'actions')} input`).click();
  await page.keyboard.down('Shift');
  await page.locator(`${users.cellAt(9, 'actions')} input`).click();
  await page.keyboard.up('Shift');
  await waitForBar(page, '10 selected');
  expect(await users.selectedNames()).toEqual(names);
  const valve = await RequestValve.install(page);
  valve.holdAfter(2);
  await press(page, 'Disable');
  await users.confirm('Disable 10 users');
  await valve.waitForHeld(4);
  await press(page, 'Cancel');
  await waitForBar(page, 'Ending…');
  valve.passAll();
  await waitForBar(page, '6 users disabled · 4 skipped');
  expect((await countDisabled()) - before).toBe(6);
  await press(page, 'Undo');
  await waitForBar(page, '6 users enabled');
  expect(await countDisabled()).toBe(before);
});
