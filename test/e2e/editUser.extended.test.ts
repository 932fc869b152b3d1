/** Editing a user: the changes are reviewed before saving, and concurrent edits of two administrators are merged. */
import type { Page } from 'puppeteer';
import { logInAs, type DemoUser } from '../support/logInAs.ts';
import { axeViolations } from '../support/axe.ts';
import { useBrowser } from '../support/browser.ts';
import { copySessionToPage } from '../support/copySessionToPage.ts';
import { unusedMember } from '../support/unusedMember.ts';
import { useServer } from '../support/useServer.ts';
import { EditUserPage } from './pages/EditUserPage.ts';
import { press, waitForNoDialog, waitForText } from './pages/onPage.ts';
import { clickInDialog } from './pages/security.ts';

describe('The edit screen of a user', () => {
  const site = useServer();
  const browser = useBrowser();
  const person = () => unusedMember(site, { organisation: 'Harbour Mutual' });

  async function open(userName: string, who: DemoUser = 'subadmin'): Promise<{ page: Page; edit: EditUserPage }> {
    const page = await browser.newPage();
    await copySessionToPage(await logInAs(site, who), page);
    const edit = new EditUserPage(page);
    await edit.open(site.url, userName);
    return { page, edit };
  }

  const details = async (userName: string) => (await logInAs(site, 'subadmin')).ok('Users.User', { userName });

  test('shows the difference before it is saved', async () => {
    const { userName } = await person();
    const { lastName } = await details(userName);
    const { page, edit } = await open(userName);
    await edit.type('lastName', 'Lindqvist');
    await edit.type('title', 'Dr');
    expect(await edit.review()).toEqual([`Before: ${lastName}`, 'After: Lindqvist', 'Before: (empty)', 'After: Dr']);
    expect(await axeViolations(page)).toEqual([]);
    expect((await details(userName)).lastName).toBe(lastName);
    await edit.confirm();
    await waitForText(page, `${userName} is saved.`);
    expect(await details(userName)).toMatchObject({ lastName: 'Lindqvist', title: 'Dr' });
  });

  test('two administrators at once: the second sees both versions side by side, merges them, and nothing is lost', async () => {
    browser.expectPageError(/409/);
    const { userName } = await person();
    const first = await open(userName, 'sysadmin');
    const second = await open(userName);
    await first.edit.type('firstName', 'Firsthand');
    await first.edit.type('title', 'Theirs');
    await second.edit.type('lastName', 'Secondson');
    await second.edit.type('title', 'Mine');

    await first.edit.review();
    await first.edit.confirm();
    await waitForText(first.page, 'is saved.');

    await press(second.page, 'Save');
    await press(second.page, 'Save changes');
    await waitForText(second.page, 'Somebody else has saved changes');
    const both = await second.page.$$eval('[role="dialog"] label', (sides) =>
      sides.map((side) => side.textContent.replace(/^(Newer|Your) version /, '')),
    );
    expect(both).toEqual(expect.arrayContaining(['Firsthand', 'Secondson', 'Theirs', 'Mine']));
    expect(await axeViolations(second.page)).toEqual([]);
    const tops = await second.page.$$eval('[role="dialog"] label', (sides) =>
      sides.slice(0, 2).map((side) => side.getBoundingClientRect().top),
    );
    expect(tops[0]).toBe(tops[1]);
    // Only fields changed by both need a decision.
    await second.edit.choose('Title', 'Your version');
    await second.page.locator('[role="dialog"] [type="submit"]').click();
    await waitForText(second.page, 'is saved.');
    expect(await details(userName)).toMatchObject({ firstName: 'Firsthand', lastName: 'Secondson', title: 'Mine' });
    expect(await second.edit.value('firstName')).toBe('Firsthand');

    // The first administrator's page refetches when its tab gets the focus.
    await first.page.bringToFront();
    await first.page.evaluate(() => window.dispatchEvent(new Event('focus')));
    await first.page.waitForFunction(() => document.querySelector<HTMLInputElement>('[name="lastName"]')?.value === 'Secondson');
  });

  test('leaving with changes asks; staying keeps them, leaving discards them', async () => {
    const { userName } = await person();
    const { title } = await details(userName);
    const { page, edit } = await open(userName);
    await edit.type('title', 'Unsaved');
    await press(page, 'Back');
    await page.waitForSelector('[role="dialog"]');
    expect(await axeViolations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await waitForNoDialog(page);
    expect(await edit.value('title')).toBe('Unsaved');
    await press(page, 'Back');
    await page.waitForSelector('[role="dialog"]');
    await clickInDialog(page, 'Leave');
    await page.waitForFunction(() => location.pathname === '/Users/List');
    expect((await details(userName)).title).toBe(title);
  });

  test('role changes are previewed, locked roles say why, and the change applies once confirmed', async () => {
    const { userName } = await person();
    const { page, edit } = await open(userName);
    expect(await page.$eval(edit.role('SystemAdministration'), (box) => (box as HTMLInputElement).disabled)).toBe(true);
    await waitForText(page, 'Only a system administrator');
    await page.locator(edit.role('Support')).click();
    await waitForText(page, 'Will be given: Support');
    expect(await axeViolations(page)).toEqual([]);
    await press(page, 'Change roles');
    await page.waitForSelector('[role="dialog"]');
    await clickInDialog(page, 'Change roles');
    await waitForText(page, `The roles of ${userName} are changed.`);
    expect((await details(userName)).roles.toSorted()).toEqual(['Member', 'Support']);
  });

  test('the user’s recent audit events are listed, newest first', async () => {
    const { userName } = await person();
    const admin = await logInAs(site, 'subadmin');
    await admin.ok('Users.Enable', { userName, enabled: false });
    await admin.ok('Users.Enable', { userName, enabled: true });
    const { page } = await open(userName);
    await page.waitForSelector('#activity ol time');
    const events = await page.$$eval('#activity ol > li', (rows) => rows.slice(0, 2).map((row) => row.textContent));
    expect(events[0]).toContain('Enable');
    expect(events[1]).toContain('Disable');
  });
});
