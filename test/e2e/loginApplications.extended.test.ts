/** Logging in where there are several applications. */
import { axeViolations } from '../support/axe.ts';
import { useBrowser } from '../support/browser.ts';
import { eventually } from '../support/eventually.ts';
import { intercept } from '../support/intercept.ts';
import { useServer } from '../support/useServer.ts';
import { LoginPage } from './pages/LoginPage.ts';
import { clickLink, heading, waitForPath } from './pages/onPage.ts';

const browser = useBrowser();

describe('With several applications', () => {
  const site = useServer({
    env: {
      APPLICATIONS: JSON.stringify([
        { name: 'Claims', displayName: 'Claims desk', url: 'https://claims.example.com/start' },
        { name: 'Ledger', displayName: 'Ledger', url: 'https://ledger.example.com' },
      ]),
    },
  });

  test('a link to a page of ours, as in a mail, asks for no application', async () => {
    const page = await browser.newPage();
    await page.goto(`${site.url}/SecurityDetails?a=1#keys`);
    await waitForPath(page, '/Login/Gatehouse?ReturnUrl=%2FSecurityDetails%3Fa%3D1%23keys');
    await new LoginPage(page, site).logIn('ordinary');
    await waitForPath(page, '/SecurityDetails?a=1#keys');
  });

  test('a user chooses one first', async () => {
    const page = await browser.newPage();
    await page.goto(`${site.url}/Login`);
    await heading(page, 'Log in');
    expect(await page.$$eval('main li > a', (tiles) => tiles.map((tile) => tile.textContent))).toEqual([
      'Gatehouse',
      'Claims desk',
      'Ledger',
    ]);
    expect(await axeViolations(page)).toEqual([]);
    await clickLink(page, 'Need help logging in?');
    await heading(page, 'Help with logging in');
    await page.goBack();
    await clickLink(page, 'Claims desk');
    await heading(page, 'Log in to Claims desk');
    await waitForPath(page, '/Login/Claims');
    await page.goBack();
    await heading(page, 'Log in');
    await clickLink(page, 'Gatehouse');
    await new LoginPage(page, site).logIn('ordinary');
    await waitForPath(page, '/SecurityDetails');
  });

  test('an application that asks for the login gets it at once, and the user back at the deep link', async () => {
    const page = await browser.newPage();
    const deepLink = 'https://claims.example.com/cases/7?page=2';
    await intercept(page, (request) =>
      request.url().startsWith('https://claims.example.com/')
        ? request.respond({ status: 200, contentType: 'text/plain', body: 'claims' })
        : request.continue(),
    );
    await page.goto(`${site.url}/Login?ReturnUrl=${encodeURIComponent(deepLink)}`);
    await heading(page, 'Log in to Claims desk');
    await waitForPath(page, `/Login/Claims?ReturnUrl=${encodeURIComponent(deepLink)}`);
    await new LoginPage(page, site).logIn('ordinary');
    await eventually('the deep link', () => page.url() === deepLink);
  });

  test('under an unknown application name the page says so, and offers the default application and the choice', async () => {
    const page = await browser.newPage();
    await page.goto(`${site.url}/Login/Nowhere`);
    await heading(page, 'There is no such application');
    await waitForPath(page, '/Login/Nowhere');
    await page.locator('::-p-aria(All applications)').click();
    await heading(page, 'Log in');
    await waitForPath(page, '/Login');
  });

  test('the home of another application opens after the login', async () => {
    const page = await browser.newPage();
    await intercept(page, (request) => {
      const isForeign = request.url().startsWith('https://claims.example.com/');
      return isForeign ? request.respond({ status: 200, contentType: 'text/plain', body: 'claims' }) : request.continue();
    });
    await new LoginPage(page, site).open('/Login/Claims');
    await new LoginPage(page, site).logIn('ordinary');
    await eventually('the other application', () => page.url() === 'https://claims.example.com/start');
  });
});
