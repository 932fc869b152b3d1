/** Organisations: registering, renaming and approving them; requiring MFA takes effect at a user's next login. */
import type { Page } from 'puppeteer';
import { logInAs } from '../support/logInAs.ts';
import { type PageOptions, useBrowser } from '../support/browser.ts';
import { eventually } from '../support/eventually.ts';
import { copySessionToPage } from '../support/copySessionToPage.ts';
import { unusedMember } from '../support/unusedMember.ts';
import { useServer } from '../support/useServer.ts';
import { LoginPage } from './pages/LoginPage.ts';
import { clickLink, fill, fillNamed, heading, press, waitForPath, waitForText } from './pages/onPage.ts';

describe('Organisations', () => {
  const site = useServer();
  const browser = useBrowser();

  async function open(userName: string, path = '/Organisations', options?: PageOptions): Promise<Page> {
    const page = await browser.newPage(options);
    await copySessionToPage(await logInAs(site, userName), page);
    await page.goto(site.url + path);
    await page.waitForSelector('[role="gridcell"][col-id="organisationName"]');
    return page;
  }

  /** Opens a subscriber administrator's own organisation through the bar. */
  async function openOwn(): Promise<Page> {
    const page = await browser.newPage();
    await copySessionToPage(await logInAs(site, 'subadmin'), page);
    await page.goto(`${site.url}/Users/Audit`);
    await clickLink(page, 'Organisation');
    await heading(page, 'Organisation');
    return page;
  }

  const names = (page: Page) =>
    page.$$eval('[role="gridcell"][col-id="organisationName"] a', (links) => links.map((link) => link.textContent.trim()));
  const waitForPanel = (page: Page, name: string) => page.waitForSelector(`::-p-aria([name="${name}"][role="complementary"])`);
  const clickInDialog = (page: Page, button: string) =>
    page.locator(`::-p-aria([role="dialog"]) ::-p-aria([name="${button}"][role="button"])`).click();
  const openPanelOf = async (page: Page, name: string) => {
    await page.locator(`::-p-aria([name="${name}"][role="link"])`).click();
    await waitForPanel(page, name);
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
    await page.waitForSelector('[role="dialog"] form');
    await fillNamed(page, 'organisationName', 'Westering Líne');
    await page.keyboard.press('Enter');
    await waitForPanel(page, 'Westering Líne');
    await waitForText(page, 'Westering Líne is registered.');
    await eventually('the new row', async () => (await names(page)).includes('Westering Líne'));

    await press(page, 'Rename');
    await page.waitForSelector('[role="dialog"] form');
    await fillNamed(page, 'organisationName', 'Westering Line');
    await clickInDialog(page, 'Rename');
    await waitForPanel(page, 'Westering Line');
    await eventually('the new name in its row', async () => (await names(page)).includes('Westering Line'));

    await press(page, 'Withdraw approval');
    await clickInDialog(page, 'Withdraw approval');
    await waitForText(page, 'The approval of Westering Line is withdrawn.');
    expect(await stored('Westering Line')).toEqual([{ approved: false, mfa_required: false }]);
    await press(page, 'Approve');
    await clickInDialog(page, 'Approve');
    await waitForText(page, 'Westering Line is approved.');
    expect(await stored('Westering Line')).toEqual([{ approved: true, mfa_required: false }]);
    expect([...(await audited('Westering Líne')), ...(await audited('Westering Line'))]).toEqual([
      'Organisations.Register',
      'Organisations.Update organisationName',
      'Organisations.Update approved',
      'Organisations.Update approved',
    ]);
  });

  test('sorting, search and the open organisation are kept in the address; Back restores each', async () => {
    const page = await open('sysadmin');
    const first = (await names(page))[0];
    await page.locator('[role="columnheader"][col-id="userCount"]').click();
    await waitForPath(page, '/Organisations?sort=-userCount');
    await eventually('another order', async () => (await names(page))[0] !== first);
    await fill(page, 'input[type="search"]', 'north');
    await eventually('the one that fits', async () => (await names(page)).join() === 'Northgate Portfolio');
    await openPanelOf(page, 'Northgate Portfolio');
    const link = page.url();
    expect(link).toMatch(/\?search=north&sort=-userCount&organisation=[0-9a-f-]{36}$/);
    await page.goBack();
    await page.waitForFunction(() => !document.querySelector('aside'));
    await page.goto(link);
    await waitForPanel(page, 'Northgate Portfolio');
    await eventually('the list that the link tells of', async () => (await names(page)).join() === 'Northgate Portfolio');
  });

  test('“Require MFA for everyone” shows how many users it affects; they set it up at their next login, and no user is logged out', async () => {
    const member = await unusedMember(site, { organisation: 'Harbour Mutual' });
    const running = await logInAs(site, member.userName);
    const before = await logIn(member.userName);
    await heading(before, 'Security details');

    const page = await openOwn();
    const affected = await withoutMfa('Harbour Mutual');
    expect(affected).toBeGreaterThan(1);
    await waitForText(page, `${String(affected)} people without MFA`);
    await site.database.query("UPDATE sessions SET authenticated_at = now() - interval '2 hours'");
    browser.expectPageError(/403/);
    await press(page, 'Require MFA for everyone');
    await waitForText(page, `${String(affected)} people have no MFA yet`);
    await clickInDialog(page, 'Require MFA');
    // A step-up comes first if authentication is old; then the action continues by itself.
    await page.waitForSelector('[role="dialog"] input[autocomplete="current-password"]');
    expect(await stored('Harbour Mutual')).toEqual([{ approved: true, mfa_required: false }]);
    await fill(page, '[role="dialog"] input[autocomplete="current-password"]', 'Demo-pass-1');
    await page.keyboard.press('Enter');
    await waitForText(page, 'Harbour Mutual now requires MFA.');
    expect(await stored('Harbour Mutual')).toEqual([{ approved: true, mfa_required: true }]);

    expect((await running.call('Users.Self')).status).toBe(200);
    const next = await logIn(member.userName);
    await heading(next, 'Set up multi-factor authentication');
    await next.goto(`${site.url}/SecurityDetails`);
    await next.waitForFunction(() => location.pathname === '/EnrolMfa');
    await site.database.query(`UPDATE organisations SET mfa_required = false WHERE name = 'Harbour Mutual'`);
  });

  test('“Reset to organisation default” removes an exemption: the user sets MFA up at the next login', async () => {
    await site.database.query(`UPDATE organisations SET mfa_required = true WHERE name = 'Northgate Portfolio'`);
    const member = await site.database.row<{ user_name: string }>(
      `UPDATE users SET mfa_required_override = false WHERE user_id = (SELECT u.user_id FROM users u JOIN organisations o USING
         (organisation_id) WHERE o.name = 'Northgate Portfolio' AND u.enabled AND u.roles = '{Member}' AND u.locked_until IS NULL
         AND NOT u.mfa_enrolled AND u.password_hash = (SELECT password_hash FROM users WHERE user_name = 'ordinary')
         ORDER BY u.user_id LIMIT 1) RETURNING user_name`,
    );
    await heading(await logIn(member.user_name), 'Security details');
    const page = await open('sysadmin');
    await openPanelOf(page, 'Northgate Portfolio');
    await press(page, 'Reset to organisation default');
    await waitForText(page, `(${member.user_name})`);
    await clickInDialog(page, 'Reset 1 person');
    await waitForText(page, "1 person follows the organisation's rule again.");
    await heading(await logIn(member.user_name), 'Set up multi-factor authentication');
  });

  test('an administrator of one organisation sees only that one, and only the permitted actions', async () => {
    const page = await openOwn();
    await waitForText(page, 'Harbour Mutual');
    await page.waitForSelector('#mfa [aria-busy="false"]');
    const offered = await page.$$eval('main button', (buttons) => buttons.map((button) => button.innerText));
    expect(offered.filter((text) => /rename|approv|register/i.test(text))).toEqual([]);
    expect(offered).toContain('Reset to organisation default');
    const other = await site.database.row<{ organisation_id: string }>(
      `SELECT organisation_id FROM organisations WHERE name = 'Northgate Portfolio'`,
    );
    await page.goto(`${site.url}/Organisations?organisation=${other.organisation_id}`);
    await waitForText(page, 'Harbour Mutual');
    expect(await page.evaluate(() => document.body.innerText)).not.toContain('Northgate');
  });
});
