/** The overview: its numbers lead to the lists that they count, its charts are read with the keyboard, and it can be the start page. */
import { logInAs } from '../support/logInAs.ts';
import { copySessionToPage } from '../support/copySessionToPage.ts';
import { useBrowser } from '../support/browser.ts';
import { eventually } from '../support/eventually.ts';
import { useServer } from '../support/useServer.ts';
import { tabTo } from './pages/keyboard.ts';
import { LoginPage } from './pages/LoginPage.ts';
import { heading, waitForPath } from './pages/onPage.ts';
import { UsersPage } from './pages/UsersPage.ts';

const site = useServer();
const browser = useBrowser();

async function open(userName: string) {
  const client = await logInAs(site, userName);
  const page = await browser.newPage();
  await copySessionToPage(client, page);
  await page.goto(`${site.url}/Overview`);
  await page.waitForSelector('[role="slider"] svg');
  return { page, client };
}

const valueOf = (label: string) => `[role="slider"][aria-label="${label}"]`;

test('a number opens the list of exactly those users, and Back returns to it', async () => {
  const { page, client } = await open('subadmin');
  const { people } = await client.ok('Overview.Read', {});
  await page.locator('main section ::-p-text(Locked)').click();
  await waitForPath(page, '/Users/List?only=locked');
  const users = new UsersPage(page);
  await users.ready();
  await users.waitForTotal(String(people.locked));
  await page.goBack();
  await heading(page, 'Overview');
});

test('with the keyboard only: bars are read one by one, also as a table, and the start page is chosen', async () => {
  const { page, client } = await open('subadmin');
  const { logIns } = await client.ok('Overview.Read', { timeZone: 'UTC' });
  await tabTo(page, 'By hour, the last 24 hours');
  await page.keyboard.press('End');
  const last = logIns.hours.at(-1);
  const [accepted, failed] = [last?.accepted ?? 0, last?.failed ?? 0];
  const expected = `: Logins ${String(accepted)}, Failures ${String(failed)}, Total ${String(accepted + failed)}, Usual at this hour ${String(last?.usual)}`;
  await page.waitForFunction(
    (selector, text) => document.querySelector(selector)?.getAttribute('aria-valuetext')?.endsWith(text),
    {},
    valueOf('By hour, the last 24 hours'),
    expected,
  );
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  const rows = await eventually('the table', async () => {
    const cells = await page.$$eval('[role="region"][tabindex] tbody tr td:nth-last-child(2)', (all) =>
      all.map(({ textContent }) => textContent),
    );
    return cells.length > 0 && cells;
  });
  expect(rows.map(Number)).toEqual(logIns.hours.map((hour) => hour.accepted + hour.failed));

  await tabTo(page, 'Open the overview after logging in');
  await page.keyboard.press('Space');
  await eventually('the choice to be kept', async () => (await client.ok('Overview.Read', {})).home === 'overview');
  const login = new LoginPage(await browser.newPage(), site);
  await login.open();
  await login.logIn('subadmin');
  await heading(login.page, 'Overview');
});
