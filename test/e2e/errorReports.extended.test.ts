/** Error reports go to the configured receiver, allowed by the page's CSP, and only when enabled. */
import type { Page } from 'puppeteer';
import { useBrowser } from '../support/browser.ts';
import { eventually } from '../support/eventually.ts';
import { useServer } from '../support/useServer.ts';
import { heading } from './pages/onPage.ts';

const RECEIVER = 'https://errors.example';
const dsn = { SENTRY_DSN: `${RECEIVER.replace('//', '//key@')}/1` };
const browser = useBrowser();

/** Opens a page whose errors are expected, and records what it sends to the receiver. */
async function openPage(url: string): Promise<{ page: Page; sent: string[] }> {
  const page = await browser.newPage();
  browser.expectPageError(/^.*something went wrong here/);
  const sent: string[] = [];
  await page.setRequestInterception(true);
  page.on('request', (request) => {
    if (!request.url().startsWith(RECEIVER)) {
      void request.continue();
      return;
    }
    void request.fetchPostData().then((body) => sent.push(body ?? ''));
    void request.respond({
      status: 200,
      headers: { 'Access-Control-Allow-Origin': '*' },
      contentType: 'application/json',
      body: '{}',
    });
  });
  await page.goto(`${url}/LoginHelp`);
  await heading(page, 'Help with logging in');
  return { page, sent };
}

const raiseError = (page: Page) =>
  page.evaluate(() => {
    console.error('something went wrong here');
  });

describe('Enabled', () => {
  const site = useServer({ env: { ...dsn, SENTRY_ENABLED: 'on', SENTRY_ENVIRONMENT: 'staging' } });

  test('an error of the page is sent, with release and environment', async () => {
    const { page, sent } = await openPage(site.url);
    const report = await eventually('the report', async () => {
      // The reporter loads when the page is idle.
      await raiseError(page);
      return sent.find((text) => text.includes('something went wrong here'));
    });
    expect(report).toMatch(/"release":"Gatehouse@\d+\.\d+\.\d+/);
    expect(report).toContain('"environment":"staging"');
  });
});

describe('With a receiver only', () => {
  const site = useServer({ env: dsn });

  test('nothing is sent', async () => {
    const { page, sent } = await openPage(site.url);
    await page.waitForNetworkIdle();
    await raiseError(page);
    await page.waitForNetworkIdle();
    expect(sent).toEqual([]);
    expect(await page.evaluate(() => performance.getEntriesByType('resource').some(({ name }) => name.includes('/sentry')))).toBe(
      false,
    );
  });
});
