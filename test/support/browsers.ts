/** One browser per Jest worker, for the whole run; test files connect to it and create browser contexts. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import puppeteer, { type Browser } from 'puppeteer';
import { eventually } from './eventually.ts';
import { launchBrowser } from './launchBrowser.ts';

/** Environment variable with a browser’s WebSocket endpoint, followed by the number of the worker. */
const ENDPOINT_VARIABLE = 'TEST_BROWSER_';

interface Running {
  readonly browser: Browser;
  readonly profile: string;
}

let running: Running[] = [];

/** Call in the parent process: workers inherit its environment. */
export async function startBrowsers(workers: number): Promise<void> {
  running = await Promise.all(Array.from({ length: workers }, (_, index) => start(index + 1)));
}

export async function stopBrowsers(): Promise<void> {
  await Promise.all(
    running.map(async ({ browser, profile }) => {
      await browser.close();
      await rm(profile, { recursive: true, force: true, maxRetries: 5 });
    }),
  );
  running = [];
}

/** The browser of this worker. Disconnect from it, but do not close it. */
export async function connectBrowser(): Promise<Browser> {
  const browserWSEndpoint = process.env[ENDPOINT_VARIABLE + (process.env.JEST_WORKER_ID ?? '1')];
  if (browserWSEndpoint === undefined)
    throw new Error('No browser is running: this test belongs to a project with browserSetup.ts (see jest.config.ts)');
  return puppeteer.connect({ browserWSEndpoint });
}

async function start(worker: number): Promise<Running> {
  const profile = await mkdtemp(join(tmpdir(), 'gatehouse-browser-'));
  const browser = await launchBrowser(profile, {
    args: [
      '--remote-debugging-port=0',
      // Pages of one context share a process, whose start and script compilation take a third of a page’s time.
      '--process-per-site',
      // Pages of tests are too short-lived to benefit from optimising compilers.
      '--js-flags=--no-opt --no-maglev',
      // Fewer processes.
      '--in-process-gpu',
      '--enable-features=NetworkServiceInProcess2',
    ],
  });
  process.env[ENDPOINT_VARIABLE + String(worker)] = await eventually('the endpoint of a browser', async () => {
    const [port, path] = (await readFile(join(profile, 'DevToolsActivePort'), 'utf8')).split('\n');
    return path !== undefined && `ws://127.0.0.1:${String(port)}${path}`;
  });
  return { browser, profile };
}
