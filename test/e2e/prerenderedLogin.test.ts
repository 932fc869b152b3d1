/** The prerendered login form can be seen and typed into before the scripts load. */
import { useBrowser } from '../support/browser.ts';
import { intercept } from '../support/intercept.ts';
import { useServer } from '../support/useServer.ts';
import { DEMO_PASSWORD, logInAs } from '../support/logInAs.ts';
import { LoginPage } from './pages/LoginPage.ts';
import { waitForPath } from './pages/onPage.ts';

const site = useServer();
const browser = useBrowser();

/** Opens a page whose scripts are held until they are released. */
async function withSlowScripts(path: string, options: Parameters<typeof browser.newPage>[0] = {}) {
  const page = await browser.newPage(options);
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  await intercept(page, (request) =>
    request.url().endsWith('.js') ? released.then(() => request.continue()) : request.continue(),
  );
  // Resolves only after the scripts have loaded.
  page.goto(site.url + path).catch(() => undefined);
  await page.waitForSelector('h1');
  return { page, release };
}

const headings = { 'en-US': 'Log in to Gatehouse', de: 'Bei Gatehouse anmelden' } as const;

test.each(['en-US', 'de'] as const)('text typed before the scripts load is kept after hydration, in %s', async (locale) => {
  const { page, release } = await withSlowScripts('/Login', { locale });
  expect(await page.$eval('h1', (heading) => heading.textContent)).toBe(headings[locale]);
  expect(await page.$$eval('main ul a', (links) => links.map((link) => link.getAttribute('href')))).toEqual([
    '/ForgottenUsername',
    '/ForgottenPassword',
    '/LoginHelp',
  ]);
  await page.type('[name="userName"]', 'ordinary');
  await page.type('[name="password"]', DEMO_PASSWORD);
  release();
  await waitForPath(page, '/Login/Gatehouse');
  await new LoginPage(page, site).ready();
  expect(await page.$eval('[name="userName"]', (input) => (input as HTMLInputElement).value)).toBe('ordinary');
  await page.keyboard.press('Enter');
  await waitForPath(page, '/SecurityDetails');
});

test('Enter before the scripts load sends the form once they have, and puts no field into the address', async () => {
  const { page, release } = await withSlowScripts('/Login');
  await page.type('[name="userName"]', 'ordinary');
  await page.type('[name="password"]', DEMO_PASSWORD);
  await page.keyboard.press('Enter');
  expect(new URL(page.url()).search).toBe('');
  release();
  await waitForPath(page, '/SecurityDetails');
});

test('a button that is pressed while the scripts load sends the form when it is let go afterwards', async () => {
  const { page, release } = await withSlowScripts('/Login');
  await page.type('[name="userName"]', 'ordinary');
  await page.type('[name="password"]', DEMO_PASSWORD);
  await page.hover('form [type="submit"]');
  await page.mouse.down();
  release();
  await new LoginPage(page, site).ready();
  await page.mouse.up();
  await waitForPath(page, '/SecurityDetails');
});

test('a signed-in user sees no form, and an unknown application has none', async () => {
  const text = async (path: string, cookie = '') => (await fetch(site.url + path, { headers: { cookie } })).text();
  expect(await text('/Login/Gatehouse')).toContain('name="password"');
  expect(await text('/Login/%3Cb%3E')).not.toContain('name="password"');
  expect(await text('/Login/%')).not.toContain('name="password"');
  expect(await text('/SecurityDetails')).not.toContain('name="password"');
  const client = await logInAs(site, 'ordinary');
  expect(await text('/Login/Gatehouse', await client.jar.getCookieString(site.url))).not.toContain('name="password"');
});
