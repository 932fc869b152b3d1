import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, BrowserContext, Page } from 'puppeteer';
import { connectBrowser } from '../../support/browsers.ts';
import { type PageErrors, collectPageErrors } from '../../support/pageErrors.ts';
import { eventually } from '../../support/eventually.ts';

let server: Server;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let pageErrors: PageErrors;

beforeAll(async () => {
  browser = await connectBrowser();
  context = await browser.createBrowserContext();
  server = createServer((request, response) => {
    response.statusCode = request.url === '/' ? 200 : request.url === '/api/Broken' ? 500 : 404;
    response.setHeader('Content-Security-Policy', "script-src 'self'");
    response.setHeader('Content-Type', 'text/html');
    response.end('<!doctype html><link rel="icon" href="data:,"><title>Page</title>');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
});

afterAll(async () => {
  await context.close();
  await browser.disconnect();
  server.closeAllConnections();
  server.close();
});

beforeEach(async () => {
  page = await context.newPage();
  pageErrors = collectPageErrors(page);
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
});

const waitForPageError = (matching: RegExp) =>
  eventually(`a page error like ${String(matching)}`, () => pageErrors.all().some((text) => matching.test(text)));

describe('A watched page', () => {
  test.each([
    ['an error on its console', () => console.error('wrong'), /^console error: wrong/],
    ['a warning on its console', () => console.warn('doubtful'), /^console warn: doubtful/],
    [
      'an uncaught error',
      () =>
        void setTimeout(() => {
          throw new Error('uncaught');
        }, 0),
      /^page error: .*uncaught/,
    ],
    ['an unhandled rejection', () => void Promise.reject(new Error('rejected')), /^page error: .*rejected/],
    [
      'a violation of its security policy',
      () => {
        document.body.append(Object.assign(document.createElement('script'), { textContent: '1' }));
      },
      /Content Security Policy/,
    ],
    ['a missing asset', () => void fetch('/missing.js'), /status of 404/],
    ['a failed request', () => void fetch('/api/Broken'), /status of 500/],
  ])('reports %s', async (_what, act, pageError) => {
    await page.evaluate(act);
    await waitForPageError(pageError);
  });

  test('does not report a request that the server refused', async () => {
    await page.evaluate(async () => {
      await fetch('/api/Users/Self');
      console.error('the end');
    });
    await waitForPageError(/the end/);
    expect(pageErrors.all()).toHaveLength(1);
  });
});
