/**
 * Trusted Types: a string becomes neither HTML nor a script in the page, whatever code passes it; what libraries need still works.
 */
import type { Page } from 'puppeteer';
import { useBrowser } from '../support/browser.ts';
import { copySessionToPage } from '../support/copySessionToPage.ts';
import { logInAs } from '../support/logInAs.ts';
import { useServer } from '../support/useServer.ts';

const site = useServer();
const browser = useBrowser();

type Attacked = typeof globalThis & { isStruck?: boolean };

/** Sinks that each try to run `isStruck = true`; those that return the name of an error were refused. */
const SINKS: Readonly<Record<string, () => unknown>> = {
  innerHTML: () => (document.body.appendChild(document.createElement('div')).innerHTML = '<img src=x onerror="isStruck = true">'),
  outerHTML: () => (document.body.appendChild(document.createElement('div')).outerHTML = '<img src=x onerror="isStruck = true">'),
  insertAdjacentHTML: () => {
    document.body.insertAdjacentHTML('beforeend', '<img src=x onerror="isStruck = true">');
  },
  fragment: () => document.createRange().createContextualFragment('<img src=x onerror="isStruck = true">'),
  'document.write': () => {
    // eslint-disable-next-line @typescript-eslint/no-deprecated -- what is refused
    document.write('<img src=x onerror="isStruck = true">');
  },
  parser: () => new DOMParser().parseFromString('<img src=x onerror="isStruck = true">', 'text/html'),
  srcdoc: () => (document.body.appendChild(document.createElement('iframe')).srcdoc = '<script>parent.isStruck = true</script>'),
  // `eval` runs later, as code that a debugger evaluates itself is exempt.
  eval: () =>
    new Promise((_done, refuse) => {
      setTimeout(() => {
        try {
          (0, eval)('isStruck = true');
        } catch (error) {
          refuse(new Error(String(error)));
        }
      });
    }),
  Function: () =>
    new Promise((_done, refuse) => {
      setTimeout(() => {
        try {
          // eslint-disable-next-line @typescript-eslint/no-implied-eval, @typescript-eslint/no-unsafe-call -- what is refused
          new Function('isStruck = true')();
        } catch (error) {
          refuse(new Error(String(error)));
        }
      });
    }),
  setTimeout: () => setTimeout('isStruck = true' as unknown as () => void),
  'script.text': () => (document.head.appendChild(document.createElement('script')).text = 'isStruck = true'),
  'script.src of another origin': () =>
    (document.head.appendChild(document.createElement('script')).src = 'https://evil.example/x.js'),
  'script.src of data': () =>
    (document.head.appendChild(document.createElement('script')).src = 'data:text/javascript,isStruck=true'),
  'script.src of an address that is none': () => (document.head.appendChild(document.createElement('script')).src = 'http://['),
  worker: () => new Worker('data:text/javascript,1'),
  'a policy of its own': () =>
    (window as unknown as { trustedTypes: { createPolicy(name: string, rules: object): unknown } }).trustedTypes.createPolicy(
      'evil',
      {
        createHTML: (html: string) => html,
      },
    ),
  'a second default policy': () =>
    (window as unknown as { trustedTypes: { createPolicy(name: string, rules: object): unknown } }).trustedTypes.createPolicy(
      'default',
      {
        createHTML: (html: string) => html,
      },
    ),
};

/** Whether a sink refuses within two seconds. */
const refuses = (page: Page, sink: () => unknown) =>
  Promise.race([page.evaluate(sink), page.evaluate(() => new Promise((done) => setTimeout(done, 2000)))]).then(
    () => false,
    () => true,
  );
const isStruck = (page: Page) => page.evaluate(() => (globalThis as Attacked).isStruck);

async function open(path: string): Promise<Page> {
  const page = await browser.newPage();
  await copySessionToPage(await logInAs(site, 'sysadmin'), page);
  await page.goto(site.url + path);
  await page.waitForSelector('main h1');
  return page;
}

test.each(Object.entries(SINKS))('%s accepts no string', async (name, sink) => {
  // Refusals are logged in the console, and reported.
  browser.expectPageError(/Trusted|Content Security Policy|violates|worker|Failed to load/i);
  const page = await open('/SecurityDetails');
  const refused = await refuses(page, sink);
  // A timer and a worker are made, but nothing runs.
  if (!['setTimeout', 'worker'].includes(name)) expect(refused).toBe(true);
  // Timers and images that were started before this one have come to their end.
  await page.evaluate(() => new Promise((done) => setTimeout(done, 50)));
  expect(await isStruck(page)).toBeUndefined();
});

test('Strings without mark-up, and scripts of this origin, are accepted: libraries need them', async () => {
  const page = await open('/SecurityDetails');
  expect(
    await page.evaluate(() => {
      const box = document.body.appendChild(document.createElement('div'));
      box.innerHTML = 'plain &amp; text';
      document.createElement('script').src = '/assets/of-this-origin.js';
      return box.textContent;
    }),
  ).toBe('plain & text');
});
