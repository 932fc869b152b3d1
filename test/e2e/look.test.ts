/** Font size and theme are set before the first paint; the layout follows the width. */
import type { Page } from 'puppeteer';
import { useBrowser } from '../support/browser.ts';
import { useServer } from '../support/useServer.ts';

const site = useServer();
const browser = useBrowser();

interface InitialLook {
  readonly fontSize?: string | undefined;
  readonly theme?: string | undefined;
}

/** The attributes of the document when its body is first parsed, before any paint. */
async function initialLook(page: Page, stored: Readonly<Record<string, string>> = {}): Promise<InitialLook> {
  await page.evaluateOnNewDocument((chosen: Readonly<Record<string, string>>) => {
    if (location.protocol === 'about:') return;
    localStorage.clear();
    for (const [name, value] of Object.entries(chosen)) localStorage.setItem(name, value);
    new MutationObserver((_changes, observer) => {
      if (!document.querySelector('body')) return;
      observer.disconnect();
      const { fontSize, theme } = document.documentElement.dataset;
      Object.assign(window, { atFirst: { fontSize, theme } });
    }).observe(document, { childList: true, subtree: true });
  }, stored);
  await page.goto(`${site.url}/LoginHelp`);
  return page.evaluate(() => (window as unknown as { atFirst: InitialLook }).atFirst);
}

test.each([
  [{}, 'default'],
  [{ fontSize: 'compact' }, 'compact'],
  [{ fontSize: 'default' }, 'default'],
  [{ fontSize: 'huge' }, 'default'],
])('With %j kept in this browser the font size is %s before the page is drawn', async (stored, fontSize) => {
  expect(await initialLook(await browser.newPage(), stored)).toMatchObject({ fontSize });
});

test.each([
  [{}, 'dark', 'light'],
  [{ theme: 'light' }, 'dark', 'light'],
  [{ theme: 'dark' }, 'light', 'dark'],
  [{ theme: 'system' }, 'dark', 'dark'],
  [{ theme: 'system' }, 'light', 'light'],
] as const)('With %j kept, on a %s device, the theme is %s before the page is drawn', async (stored, device, theme) => {
  const page = await browser.newPage({ theme: device });
  expect(await initialLook(page, stored)).toMatchObject({ theme });
});

test.each([
  [1279, false],
  [1280, true],
])('At %d px the brand panel is beside the card: %p', async (width, isBeside) => {
  const page = await browser.newPage({ width });
  await page.goto(`${site.url}/LoginHelp`);
  await page.waitForSelector('main section', { visible: true });
  expect(await page.$eval('aside', (panel) => panel.checkVisibility())).toBe(isBeside);
});

test.each([360, 2560])('At %d px the page is as wide as the window, and buttons have square corners', async (width) => {
  const page = await browser.newPage({ width });
  await page.goto(`${site.url}/ForgottenUsername`);
  const button = await page.waitForSelector('main button[type="submit"]', { visible: true });
  expect(await button?.evaluate((element) => getComputedStyle(element).borderRadius)).toBe('0px');
  const shell = await page.$eval('#app > div', (element) => [element.getBoundingClientRect().width, element.scrollWidth]);
  expect(shell).toEqual([width, width]);
});
