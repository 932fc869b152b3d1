/** An idle page shows that the browser is offline, covers no control with it, and keeps typed text. */
import type { Page } from 'puppeteer';
import { logInAs } from '../support/logInAs.ts';
import { axeViolations } from '../support/axe.ts';
import { useBrowser } from '../support/browser.ts';
import { copySessionToPage } from '../support/copySessionToPage.ts';
import { goOffline, goOnline, OFFLINE_ERROR } from '../support/offline.ts';
import { useServer } from '../support/useServer.ts';
import { LoginPage } from './pages/LoginPage.ts';
import { fillNamed, valueOf, waitForText } from './pages/onPage.ts';

const OFFLINE = 'You are offline. What you have entered is kept, so you can try again once you are connected.';
const ONLINE = 'You are connected again.';

const site = useServer();
const browser = useBrowser();

/** Controls that are covered by the notice. */
const covered = (page: Page): Promise<string[]> =>
  page.$$eval('a, button, input, select, textarea', (controls) =>
    controls.flatMap((control) => {
      // The skip link is cut away until it has the focus, and above the notice then.
      const isCutAway = getComputedStyle(control).clipPath !== 'none';
      if (!control.checkVisibility() || isCutAway) return [];
      const { left, top, width, height } = control.getBoundingClientRect();
      const hit = document.elementFromPoint(left + width / 2, top + height / 2);
      return hit?.closest('[role="status"]:not(main *)') ? [control.outerHTML.slice(0, 120)] : [];
    }),
  );

const screens = {
  'the login form': async () => {
    const page = await browser.newPage();
    await new LoginPage(page, site).open();
    // The first key loads the Redux store lazily, and with it the listener for offline events.
    await fillNamed(page, 'userName', 'ordinary');
    await page.waitForSelector('[role="status"]:not(main *)');
    return { page, typed: 'userName' };
  },
  'the security details': async () => {
    const page = await browser.newPage();
    await copySessionToPage(await logInAs(site, 'ordinary'), page);
    await page.goto(`${site.url}/SecurityDetails`);
    await page.waitForSelector('[name="firstName"]');
    await fillNamed(page, 'firstName', 'Ada');
    return { page, typed: 'firstName' };
  },
  'the users list': async () => {
    const page = await browser.newPage();
    await copySessionToPage(await logInAs(site, 'subadmin'), page);
    await page.goto(`${site.url}/Users/List`);
    await page.waitForSelector('[role="row"][row-index]');
    return { page, typed: undefined };
  },
};

describe.each(Object.entries(screens))('%s', (_name, open) => {
  test.each([390, 1280])('at %d px', async (width) => {
    const { page, typed } = await open();
    await page.setViewport({ width, height: 800 });
    const before = typed && (await valueOf(page, typed));
    browser.expectPageError(OFFLINE_ERROR);
    await goOffline(page);
    await waitForText(page, OFFLINE);
    expect(await covered(page)).toEqual([]);
    expect(await axeViolations(page, '[role="status"]:not(main *)')).toEqual([]);
    await goOnline(page);
    await waitForText(page, ONLINE);
    await page.waitForFunction((text) => !document.body.innerText.includes(text), {}, ONLINE);
    if (typed) expect(await valueOf(page, typed)).toBe(before);
  });
});
