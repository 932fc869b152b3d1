/** The bar in narrow windows: no link is cut off, and those without room are behind a button. */
import { logInAs } from '../support/logInAs.ts';
import { useBrowser } from '../support/browser.ts';
import { useServer } from '../support/useServer.ts';
import { heading, press } from './pages/onPage.ts';
import { tabTo } from './pages/keyboard.ts';
import { UsersPage } from './pages/UsersPage.ts';

const site = useServer();
const browser = useBrowser();

const everyLink = ['Users', 'Overview', 'Organisations', 'Applications', 'Tickets', 'Audit report'];

test.each([390, 600, 768, 1024, 1280])('at %d pixels each page is a whole link of the bar, or behind More', async (width) => {
  const { page } = await UsersPage.open(
    await browser.newPage({ width, height: 800, locale: 'en-US' }),
    await logInAs(site, 'sysadmin'),
    '/Users/List',
  );
  const nav = 'nav[aria-label="Main navigation"]';
  const { shown, cut } = await page.$eval(nav, (bar) => {
    const links = [...bar.querySelectorAll('a')].filter((link) => getComputedStyle(link).visibility === 'visible');
    const { right } = bar.getBoundingClientRect();
    return {
      shown: links.map(({ textContent }) => textContent),
      cut: links.filter((link) => link.getBoundingClientRect().right > right + 1).map(({ textContent }) => textContent),
    };
  });
  expect(cut).toEqual([]);
  expect(shown[0]).toBe('Users');
  if (shown.length === everyLink.length) return;
  await press(page, 'More');
  const others = await page.waitForSelector('[role="dialog"][aria-label="More"] a');
  expect(others).not.toBeNull();
  const hidden = await page.$$eval('[role="dialog"][aria-label="More"] a', (links) =>
    links.map(({ textContent }) => textContent),
  );
  expect([...shown, ...hidden]).toEqual(everyLink);
  await tabTo(page, 'Audit report');
  await page.keyboard.press('Enter');
  await heading(page, 'Audit report');
  // The current page always has its place.
  const current = await page.$eval(`${nav} [aria-current]`, (link) => getComputedStyle(link).visibility);
  expect(current).toBe('visible');
});
