/** Twenty locked users are found by search and unlocked in five interactions or fewer. */
import type { Page } from 'puppeteer';
import { logInAs } from '../support/logInAs.ts';
import { useBrowser } from '../support/browser.ts';
import { useServer } from '../support/useServer.ts';
import { waitForText } from './pages/onPage.ts';
import { UsersPage } from './pages/UsersPage.ts';

const site = useServer();
const browser = useBrowser();

const MAX_INTERACTIONS = 5;

/** Counts interactions: a click, a key or chord, and a typed field are one each. */
function countingDriver(page: Page) {
  let interactions = 0;
  const count = async (act: () => Promise<unknown>) => {
    interactions += 1;
    await act();
  };
  return {
    interactions: () => interactions,
    press: (name: string) => count(() => page.locator(`::-p-aria([name="${name}"][role="button"])`).click()),
    chord: (...keys: readonly ('Control' | 'a' | '/')[]) =>
      count(async () => {
        for (const key of keys) await page.keyboard.down(key);
        for (const key of keys.toReversed()) await page.keyboard.up(key);
      }),
    type: (text: string) => count(() => page.keyboard.type(text)),
    click: (selector: string) => count(() => page.locator(selector).click()),
  };
}

/** Locks twenty users of one department, who share an email prefix; `locked_user` is not one of them. */
async function lockTwenty(): Promise<readonly string[]> {
  const rows = await site.database.query<{ user_name: string }>(
    `UPDATE users SET locked_until = now() + interval '15 minutes', failed_sign_ins = 5,
        email = 'claims-' || left(user_id::text, 8) || '@harbour-mutual.example.com'
      WHERE user_id IN (SELECT user_id FROM users u JOIN organisations o USING (organisation_id)
        WHERE o.name = 'Harbour Mutual' AND u.enabled AND u.roles = '{Member}' AND u.user_name IS NOT NULL
          AND u.locked_until IS NULL AND u.user_name NOT IN ('ordinary', 'mfa_user', 'locked_user')
        ORDER BY u.user_id LIMIT 20)
      RETURNING user_name`,
  );
  return rows.map(({ user_name: userName }) => userName);
}

const locked = (names: readonly string[]) =>
  site.database.query<{ user_name: string }>('SELECT user_name FROM users WHERE locked_until > now() AND user_name = ANY ($1)', [
    names,
  ]);

test('search, select all, unlock, confirm', async () => {
  const names = await lockTwenty();
  expect(names).toHaveLength(20);
  const page = await browser.newPage();
  const users = await UsersPage.open(page, await logInAs(site, 'subadmin'));
  const driver = countingDriver(page);

  await driver.click('input[type="search"]');
  await driver.type('claims-');
  await users.waitForTotal('20');
  await driver.click('[role="columnheader"] input[type="checkbox"]');
  await waitForText(page, '20 selected');
  await driver.press('Unlock');
  await page.waitForSelector('[role="dialog"]');
  await driver.press('Unlock 20 users');
  await waitForText(page, '20 users unlocked');

  expect(driver.interactions()).toBeLessThanOrEqual(MAX_INTERACTIONS);
  expect(await locked(names)).toEqual([]);
  expect(await locked(['locked_user'])).toHaveLength(1);
  await page.waitForFunction(() =>
    [...document.querySelectorAll('[role="gridcell"][col-id="status"]')].every((cell) => cell.textContent.trim() === 'Active'),
  );
  const [{ times } = { times: 0 }] = await site.database.query<{ times: number }>(
    `SELECT count(*)::int AS times FROM audit_events
      WHERE action = 'Users.Unlock' AND actor = 'subadmin' AND outcome = 'success' AND target = ANY ($1)`,
    [names],
  );
  expect(times).toBe(20);
});
