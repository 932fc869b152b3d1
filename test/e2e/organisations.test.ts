/** Organisations in a browser: the operator registers, renames and approves; MFA for everyone reaches people at their next login. */
import type { Page } from 'puppeteer';
import { as } from '../support/as.ts';
import { type PageOptions, useBrowser } from '../support/browser.ts';
import { eventually } from '../support/eventually.ts';
import { lendSession } from '../support/lendSession.ts';
import { unusedMember } from '../support/unusedMember.ts';
import { useServer } from '../support/useServer.ts';
import { LoginPage } from './pages/LoginPage.ts';
import { at, follow, heading, press, reads, retype } from './pages/onPage.ts';

describe('Organisations', () => {
  const site = useServer();
  const browser = useBrowser();

  async function open(userName: string, path = '/Organisations', options?: PageOptions): Promise<Page> {
    const page = await browser.newPage(options);
    await lendSession(await as(site, userName), page);
    await page.goto(site.url + path);
    await page.waitForSelector('.ag-row [col-id="organisationName"]');
    return page;
  }

  /** As a subscriber administrator finds it: through the bar. */
  async function openOwn(): Promise<Page> {
    const page = await browser.newPage();
    await lendSession(await as(site, 'subadmin'), page);
    await page.goto(`${site.url}/Users/Audit`);
    await follow(page, 'Organisation');
    await heading(page, 'Organisation');
    return page;
  }

  const names = (page: Page) =>
    page.$$eval('.ag-row [col-id="organisationName"] a', (links) => links.map((link) => link.textContent.trim()));
  const panel = (page: Page, name: string) => page.waitForSelector(`::-p-aria([name="${name}"][role="complementary"])`);
  const inDialog = (page: Page, button: string) =>
    page.locator(`::-p-aria([role="dialog"]) ::-p-aria([name="${button}"][role="button"])`).click();
  const choose = async (page: Page, name: string) => {
    await page.locator(`::-p-aria([name="${name}"][role="link"])`).click();
    await panel(page, name);
  };
  const stored = (name: string) =>
    site.database.query<{ approved: boolean; mfa_required: boolean }>(
      'SELECT approved, mfa_required FROM organisations WHERE name = $1',
      [name],
    );
  const audited = async (target: string) =>
    (
      await site.database.query<{ action: string; details: { fields?: object } }>(
        `SELECT action, details FROM audit_events WHERE target = $1 AND action LIKE 'Organisations.%' AND outcome = 'success' ORDER BY seq`,
        [target],
      )
    ).map(({ action, details }) => `${action} ${Object.keys(details.fields ?? details).join()}`.trim());
  const withoutMfa = async (name: string) =>
    (
      await site.database.row<{ people: number }>(
        `SELECT count(*)::int AS people FROM users u JOIN organisations o USING (organisation_id)
          WHERE o.name = $1 AND u.enabled AND u.registered AND NOT u.mfa_enrolled AND u.mfa_required_override IS NULL`,
        [name],
      )
    ).people;

  async function logIn(userName: string): Promise<Page> {
    const page = await browser.newPage();
    const login = new LoginPage(page, site);
    await login.open();
    await login.logIn(userName);
    return page;
  }

  test('the operator registers one, finds it in the list, renames it, and withdraws its approval and gives it back', async () => {
    const page = await open('sysadmin');
    await press(page, 'Register organisation');
    await page.waitForSelector('dialog form');
    await retype(page, 'organisationName', 'Westering Líne');
    await page.keyboard.press('Enter');
    await panel(page, 'Westering Líne');
    await reads(page, 'Westering Líne is registered.');
    await eventually('the new row', async () => (await names(page)).includes('Westering Líne'));

    await press(page, 'Rename');
    await page.waitForSelector('dialog form');
    await retype(page, 'organisationName', 'Westering Line');
    await inDialog(page, 'Rename');
    await panel(page, 'Westering Line');
    await eventually('the new name in its row', async () => (await names(page)).includes('Westering Line'));

    await press(page, 'Withdraw approval');
    await inDialog(page, 'Withdraw approval');
    await reads(page, 'The approval of Westering Line is withdrawn.');
    expect(await stored('Westering Line')).toEqual([{ approved: false, mfa_required: false }]);
    await press(page, 'Approve');
    await inDialog(page, 'Approve');
    await reads(page, 'Westering Line is approved.');
    expect(await stored('Westering Line')).toEqual([{ approved: true, mfa_required: false }]);
    expect([...(await audited('Westering Líne')), ...(await audited('Westering Line'))]).toEqual([
      'Organisations.Register',
      'Organisations.Update organisationName',
      'Organisations.Update approved',
      'Organisations.Update approved',
    ]);
  });

  test('sorting, search and the open one live in the address; Back comes back to each', async () => {
    const page = await open('sysadmin');
    const first = (await names(page))[0];
    await page.locator('.ag-header-cell[col-id="userCount"]').click();
    await at(page, '/Organisations?sort=-userCount');
    await eventually('another order', async () => (await names(page))[0] !== first);
    await page.locator('input[type="search"]').fill('north');
    await eventually('the one that fits', async () => (await names(page)).join() === 'Northgate Portfolio');
    await choose(page, 'Northgate Portfolio');
    const link = page.url();
    expect(link).toMatch(/\?search=north&sort=-userCount&organisation=[0-9a-f-]{36}$/);
    await page.goBack();
    await page.waitForFunction(() => !document.querySelector('aside'));
    await page.goto(link);
    await panel(page, 'Northgate Portfolio');
    await eventually('the list that the link tells of', async () => (await names(page)).join() === 'Northgate Portfolio');
  });

  test('“Require MFA for everyone” names how many it touches; they set it up at their next login, and nobody is logged out', async () => {
    const member = await unusedMember(site, { organisation: 'Harbour Mutual' });
    const running = await as(site, member.userName);
    const before = await logIn(member.userName);
    await heading(before, 'Security details');

    const page = await openOwn();
    const touched = await withoutMfa('Harbour Mutual');
    expect(touched).toBeGreaterThan(1);
    await reads(page, `${String(touched)} people without MFA`);
    await site.database.query("UPDATE sessions SET authenticated_at = now() - interval '2 hours'");
    browser.expectComplaint(/403/);
    await press(page, 'Require MFA for everyone');
    await reads(page, `${String(touched)} people have no MFA yet`);
    await inDialog(page, 'Require MFA');
    // Whoever has not proved who they are for a while does so first; then it goes on by itself.
    await page.waitForSelector('dialog input[autocomplete="current-password"]');
    expect(await stored('Harbour Mutual')).toEqual([{ approved: true, mfa_required: false }]);
    await page.locator('dialog input[autocomplete="current-password"]').fill('Demo-pass-1');
    await page.keyboard.press('Enter');
    await reads(page, 'Harbour Mutual now requires MFA.');
    expect(await stored('Harbour Mutual')).toEqual([{ approved: true, mfa_required: true }]);

    expect((await running.call('Users.Self')).status).toBe(200);
    const next = await logIn(member.userName);
    await heading(next, 'Set up multi-factor authentication');
    await next.goto(`${site.url}/SecurityDetails`);
    await next.waitForFunction(() => location.pathname === '/EnrolMfa');
    await site.database.query(`UPDATE organisations SET mfa_required = false WHERE name = 'Harbour Mutual'`);
  });

  test('“Reset to organisation default” takes an exemption away: who had it sets MFA up at the next login', async () => {
    await site.database.query(`UPDATE organisations SET mfa_required = true WHERE name = 'Northgate Portfolio'`);
    const member = await site.database.row<{ user_name: string }>(
      `UPDATE users SET mfa_required_override = false WHERE user_id = (SELECT u.user_id FROM users u JOIN organisations o USING
         (organisation_id) WHERE o.name = 'Northgate Portfolio' AND u.enabled AND u.roles = '{Member}' AND u.locked_until IS NULL
         AND NOT u.mfa_enrolled AND u.password_hash = (SELECT password_hash FROM users WHERE user_name = 'ordinary')
         ORDER BY u.user_id LIMIT 1) RETURNING user_name`,
    );
    await heading(await logIn(member.user_name), 'Security details');
    const page = await open('sysadmin');
    await choose(page, 'Northgate Portfolio');
    await press(page, 'Reset to organisation default');
    await reads(page, `(${member.user_name})`);
    await inDialog(page, 'Reset 1 person');
    await reads(page, "1 person follows the organisation's rule again.");
    await heading(await logIn(member.user_name), 'Set up multi-factor authentication');
  });

  test('an administrator of one organisation sees the own one alone, and only what is theirs to do', async () => {
    const page = await openOwn();
    await reads(page, 'Harbour Mutual');
    await page.waitForSelector('#mfa button:not([aria-busy])');
    const offered = await page.$$eval('main button', (buttons) => buttons.map((button) => button.innerText));
    expect(offered.filter((text) => /rename|approv|register/i.test(text))).toEqual([]);
    expect(offered).toContain('Reset to organisation default');
    const other = await site.database.row<{ organisation_id: string }>(
      `SELECT organisation_id FROM organisations WHERE name = 'Northgate Portfolio'`,
    );
    await page.goto(`${site.url}/Organisations?organisation=${other.organisation_id}`);
    await reads(page, 'Harbour Mutual');
    expect(await page.evaluate(() => document.body.innerText)).not.toContain('Northgate');
  });
});
