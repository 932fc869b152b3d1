/** Names as long as they may be: each is cut with an ellipsis, covers nothing, and is whole in a menu or a title. */
import type { Page } from 'puppeteer';
import { logInAs } from '../support/logInAs.ts';
import { useBrowser, type PageOptions } from '../support/browser.ts';
import { copySessionToPage } from '../support/copySessionToPage.ts';
import { useServer } from '../support/useServer.ts';
import { press } from './pages/onPage.ts';
import { setName } from '../support/changeUser.ts';
import { organisationIdOf, renameOrganisation } from '../support/organisations.ts';

const site = useServer();
const browser = useBrowser();

const [FIRST, LAST] = ['Wolfeschlegelsteinhausen'.repeat(5).slice(0, 100), 'Bergerdorffvoralternwaren'.repeat(4)];
const NAME = `${FIRST} ${LAST}`;
const ORGANISATION = `${'Donaudampfschifffahrtsgesellschaft'.repeat(5)} & Co`;

beforeAll(async () => {
  await renameOrganisation(site, 'Harbour Mutual', ORGANISATION);
  await site.database.query(
    `UPDATE users SET title = $1, email = $2 || email,
       owner_id = (SELECT user_id FROM users WHERE user_name = 'sysadmin') WHERE user_name = 'ordinary'`,
    ['Oberverwaltungsgerichtsrat'.repeat(9), 'a'.repeat(60)],
  );
});

const nameUsers = (firstName: string, lastName: string) => setName(site, ['sysadmin', 'ordinary'], firstName, lastName);

async function open(path: string, options: PageOptions): Promise<Page> {
  const page = await browser.newPage({ height: 800, ...options });
  await copySessionToPage(await logInAs(site, 'sysadmin'), page);
  await page.goto(site.url + path);
  await page.waitForSelector('.top-bar-person:not(:empty)');
  return page;
}

/** Parts of the bar that another part covers, or that are outside of the window. Links without room are in the menu at its end. */
const coveredInBar = (page: Page) =>
  page.$$eval('header.top-bar > a, header.top-bar nav > a:not(.unplaced), header.top-bar > button', (parts) =>
    parts.flatMap((part) => {
      const { left, right, top, bottom } = part.getBoundingClientRect();
      const isFree = [left + 3, right - 3].every((x) => part.contains(document.elementFromPoint(x, (top + bottom) / 2)));
      return isFree ? [] : [part.textContent];
    }),
  );

const widthOf = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth);

test.each([
  ['of 40 characters', 'en-US', 'Wolfeschlegelstein', 'Bergerdorffvoralternw'],
  ['of 40 characters', 'de', 'Wolfeschlegelstein', 'Bergerdorffvoralternw'],
  ['of 200 characters', 'en-US', FIRST, LAST],
  ['of 200 characters', 'de', FIRST, LAST],
  ['of a hundred words', 'de', 'W '.repeat(50).trim(), 'B '.repeat(50).trim()],
  ['of wide characters', 'en-US', '王'.repeat(100), '小'.repeat(100)],
] as const)('a name %s leaves the links of the bar free in %s, and is whole in the menu', async (_what, locale, first, last) => {
  await nameUsers(first, last);
  const page = await open('/Users/List', { width: 1280, locale });
  expect(await coveredInBar(page)).toEqual([]);
  expect(await widthOf(page)).toBe(1280);
  expect(await page.$eval('.top-bar', (bar) => bar.getBoundingClientRect().height)).toBeLessThan(60);
  const name = await page.$eval('.top-bar-person', (text) => [text.scrollWidth > text.clientWidth, text.clientWidth]);
  expect(name).toEqual([true, expect.any(Number)]);
  expect(name[1]).toBeGreaterThan(30);
  await page.click('header.top-bar > button:last-child');
  await page.waitForSelector('header [role="dialog"] strong');
  expect(await page.$eval('header [role="dialog"] strong', (text) => text.textContent)).toBe(`${first} ${last}`);
});

test('an ordinary name is shown whole in the bar', async () => {
  await nameUsers('Ingrid', 'Solberg');
  const page = await open('/Users/List', { width: 1280 });
  expect(await page.$eval('.top-bar-person', (text) => text.scrollWidth <= text.clientWidth)).toBe(true);
  expect(await coveredInBar(page)).toEqual([]);
});

describe.each([1280, 390])('At %d', (width) => {
  beforeAll(() => nameUsers(FIRST, LAST));

  test.each([
    ['the panel of a user', '/Users/List?user=ordinary', 'aside h2', NAME],
    ['the page of a user', '/Users/Edit/ordinary', '.form-page-head strong', NAME],
  ])('%s shows two lines of the name, and all of it as its title', async (_where, path, selector, whole) => {
    const page = await open(path, { width });
    // The panel has the user name until the rest of the user is there.
    const text = await page.waitForSelector(`${selector}[title="${whole}"]`);
    const lines = await text?.evaluate((shown) => shown.clientHeight / parseFloat(getComputedStyle(shown).lineHeight));
    expect(Math.round(Number(lines))).toBe(2);
    expect(await widthOf(page)).toBe(width);
  });

  test('the banner of an impersonation stays low', async () => {
    const client = await logInAs(site, 'sysadmin');
    await client.ok('Users.Impersonate', { userName: 'ordinary', access: 'read', reason: 'A question' });
    const page = await browser.newPage({ width, height: 800 });
    await copySessionToPage(client, page);
    await page.goto(`${site.url}/SecurityDetails`);
    await page.waitForSelector('.impersonation strong');
    expect(await page.$eval('.impersonation strong', (text) => text.getAttribute('title'))).toBe(`You are viewing as ${NAME}`);
    expect(await page.$eval('.impersonation', ({ clientHeight }) => clientHeight)).toBeLessThan(width === 390 ? 150 : 60);
    expect(await widthOf(page)).toBe(width);
    await press(page, 'Stop');
  });
});

/** Texts wider than their boxes that neither an ellipsis nor a scroll bar bounds. */
const unbounded = (page: Page) =>
  page.evaluate(() => {
    const isBounded = (box: Element): boolean => {
      const { overflowX, textOverflow } = getComputedStyle(box);
      return ['auto', 'scroll'].includes(overflowX) || (overflowX === 'hidden' && textOverflow === 'ellipsis');
    };
    const found: string[] = [];
    const texts = document.createTreeWalker(document.querySelector('main') ?? document.body, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      let box = text.parentElement;
      while (box && getComputedStyle(box).display === 'inline') box = box.parentElement;
      if (!box?.checkVisibility() || box.closest('.hidden-but-read')) continue;
      const range = document.createRange();
      range.selectNodeContents(text);
      const { left, right } = box.getBoundingClientRect();
      const isWide = [...range.getClientRects()].some((line) => line.right > right + 1 || line.left < left - 1);
      if (isWide && !isBounded(box)) found.push((text.textContent ?? '').slice(0, 40));
    }
    return found;
  });

test.each(['en-US', 'de'] as const)(
  'no screen is wider than the window, and no text wider than its place, in %s',
  async (locale) => {
    await nameUsers(FIRST, LAST);
    const id = await organisationIdOf(site, ORGANISATION);
    const page = await open('/Users/List', { width: 1280, locale });
    for (const path of [
      '/Users/List?user=ordinary',
      '/Users/Edit/ordinary',
      '/Organisations',
      `/Organisations?organisation=${id}`,
      '/SecurityDetails',
      '/Users/Audit?actor=sysadmin',
      '/Users/Invite',
    ]) {
      await page.goto(site.url + path);
      await page.waitForFunction(
        () => document.querySelector('main h1') && !document.querySelector('main .skeleton, main .row-loading'),
      );
      for (const width of [1280, 390]) {
        await page.setViewport({ width, height: 800 });
        expect([path, width, await widthOf(page), await unbounded(page)]).toEqual([path, width, width, []]);
      }
    }
  },
);
