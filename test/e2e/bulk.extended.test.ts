/** An operation on hundreds of users: select, preview, pause, close the page, find it again, retry and undo. */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'puppeteer';
import { logInAs } from '../support/logInAs.ts';
import { axeViolations } from '../support/axe.ts';
import { useBrowser } from '../support/browser.ts';
import { eventually } from '../support/eventually.ts';
import { holdUsers, type HeldUsers } from '../support/holdUsers.ts';
import { scaled } from '../support/scale.ts';
import { useServer } from '../support/useServer.ts';
import { press, waitForText } from './pages/onPage.ts';
import { UsersPage } from './pages/UsersPage.ts';
import { disable } from '../support/changeUser.ts';

const site = useServer({ users: scaled(340, 640) });
const browser = useBrowser();

const countOf = async (sql: string, values: readonly unknown[] = []): Promise<number> =>
  (await site.database.row<{ count: number }>(sql, values)).count;
const countDisabled = () => countOf('SELECT count(*)::int AS count FROM users WHERE NOT enabled');

const BAR = 'section[aria-label="Bulk actions"]';
const barText = (page: Page) => page.$eval(BAR, (element) => element.innerText.replaceAll(/\s+/gu, ' '));
/** Time for hundreds of users on a busy machine. */
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

test('hundreds of users are disabled while the page is closed: three fail, another page finds it, retries and undoes it', async () => {
  const client = await logInAs(site, 'sysadmin');
  const users = await UsersPage.open(await browser.newPage(), client, '/Users/List/active?roles=Member&sort=name');
  let { page } = users;
  let held: HeldUsers | undefined;
  const folder = await mkdtemp(join(tmpdir(), 'bulk-'));
  try {
    const members = await site.database.query<{ user_id: string; user_name: string }>(
      `SELECT user_id, user_name FROM users WHERE ${ACTIVE} ORDER BY user_name`,
    );
    const total = members.length;
    expect(total).toBeGreaterThan(scaled(250, 500));
    const [fails, [left, late]] = [
      members.slice(10, 13).map((row) => row.user_name),
      members.slice(-2).map((row) => row.user_name),
    ];
    await disable(site, late!);
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
    const count = total - 2;
    await press(page, 'Disable');
    const dialog = await page.waitForSelector('[role="dialog"]');
    const preview = (await dialog?.evaluate((element) => element.textContent)) ?? '';
    expect(preview).toContain(`Disable ${String(count)} users?`);
    expect(preview).toContain('1 · Already disabled');
    expect(await axeViolations(page)).toEqual([]);
    const before = await countDisabled();

    held = await holdUsers(site.database, members.at(-4)!.user_id);
    await users.confirm(`Disable ${String(count)} users`);
    await waitForBar(page, 'Disabling: ');
    await held.awaited();
    await press(page, 'Pause');
    await waitForBar(page, 'Paused');
    expect(await axeViolations(page)).toEqual([]);
    // The page stays usable meanwhile, and needs no question to be closed.
    await users.search(fails[0] ?? '');
    await page.waitForFunction(() => document.querySelectorAll('[role="gridcell"][col-id="name"] mark').length > 0);
    await page.close({ runBeforeUnload: false });
    await held.release();

    page = (await UsersPage.open(await browser.newPage(), client)).page;
    const session = await page.createCDPSession();
    await session.send('Browser.setDownloadBehavior', {
      behavior: 'allow',
      downloadPath: folder,
      browserContextId: page.browserContext().id ?? '',
    });
    await waitForBar(page, 'Paused');
    await press(page, 'Resume');
    await waitForText(page, `The bulk action has ended: ${String(count - 3)} done, 3 failed.`);
    expect(await page.$(BAR)).toBeNull();
    expect((await countDisabled()) - before).toBe(count - 3);
    const names = members.map((row) => row.user_name);
    const events = (action: string, details: string) =>
      countOf('SELECT count(*)::int AS count FROM audit_events WHERE action = $1 AND target = ANY ($2) AND outcome = $3', [
        action,
        names,
        details,
      ]);
    expect(await events('Users.Enable', 'success')).toBe(count - 3);

    await press(page, 'Details');
    await page.waitForSelector('[role="dialog"] table');
    expect(await axeViolations(page)).toEqual([]);
    await press(page, 'Download result');
    const name = await eventually('the file', async () => (await readdir(folder)).find((file) => file.endsWith('.csv')));
    expect(name).toMatch(/^users-disable-\d{4}-\d\d-\d\d\.csv$/);
    const rows = (await readFile(join(folder, name), 'utf8')).trimEnd().split('\r\n').slice(1);
    expect(rows).toHaveLength(count);
    expect(
      rows
        .slice(0, 3)
        .map((row) => row.split(',')[0])
        .sort(),
    ).toEqual(fails);
    expect(rows.slice(0, 3).every((row) => /,Failed,.+/.test(row))).toBe(true);

    await page.keyboard.press('Escape');
    await page.waitForSelector('[role="dialog"]', { hidden: true });

    await dropTrigger();
    await press(page, 'Operations');
    await press(page, `Details: ${String(count - 3)} users disabled · 3 failed`);
    await press(page, 'Retry failed');
    await waitForText(page, `${String(count)} users disabled`);
    expect((await countDisabled()) - before).toBe(count);

    await press(page, 'Details');
    await press(page, 'Undo');
    await waitForText(page, `${String(count)} users enabled`);
    expect(await countDisabled()).toBe(before);
    expect(await events('Users.Enable', 'success')).toBe(2 * count);
    await press(page, 'Details');
    expect(await page.$$eval('[role="dialog"] button', (buttons) => buttons.map((button) => button.textContent))).not.toContain(
      'Undo',
    );
    await page.keyboard.press('Escape');
    await page.reload();
    await page.waitForSelector('[role="gridcell"][col-id="name"]');
    await page.waitForNetworkIdle();
    expect(await page.$(BAR)).toBeNull();
  } finally {
    // Otherwise the trigger could not be dropped, and a failure would be reported as a timeout.
    await held?.release();
    await dropTrigger();
    await rm(folder, { recursive: true, force: true });
  }
});

test('one bulk after the other, and in two tabs: the selection has its bar, each result is a toast and a line under Operations', async () => {
  const client = await logInAs(site, 'sysadmin');
  const users = await UsersPage.open(await browser.newPage(), client, '/Users/List/active?roles=Member&sort=name');
  const { page } = users;
  const other = (await UsersPage.open(await browser.newPage(), client, '/Users/List/active?roles=Member&sort=name')).page;
  const act = async (tab: Page, row: number, name: string) => {
    await tab.bringToFront();
    await tab.focus(`[role="row"][row-index="${String(row)}"] [col-id="name"]`);
    await tab.keyboard.press(' ');
    await waitForBar(tab, '1 selected');
    await press(tab, name);
    await new UsersPage(tab).confirm(`${name} 1 user`);
    await waitForText(tab, '1 user disabled');
    // The selection is as it was, with its acts.
    expect(await barText(tab)).toContain('1 selected');
    await press(tab, 'Clear');
    await tab.waitForFunction((bar) => document.querySelector(bar) === null, {}, BAR);
  };
  await act(page, 0, 'Disable');
  await act(other, 1, 'Disable');
  await act(page, 2, 'Disable');
  await page.bringToFront();
  await press(page, 'Operations');
  await page.waitForFunction(
    () =>
      [...document.querySelectorAll('.popover li')].filter((line) => line.textContent.startsWith('1 user disabled')).length >= 3,
  );
  expect(await axeViolations(page)).toEqual([]);
  // A later visit begins with the list alone.
  const later = (await UsersPage.open(await browser.newPage(), await logInAs(site, 'sysadmin'))).page;
  await later.waitForSelector('[aria-label="Operations"]');
  await later.waitForNetworkIdle();
  expect(await later.$(BAR)).toBeNull();
});
