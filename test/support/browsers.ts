/** One browser for each of Jest's workers, for the whole run: a test file connects to it and has contexts of its own. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import puppeteer, { type Browser } from 'puppeteer';
import { eventually } from './eventually.ts';
import { launchBrowser } from './launchBrowser.ts';

/** Where a worker finds its browser: the address is in a variable of this name with the worker's number. */
const ADDRESS = 'TEST_BROWSER_';

interface Running {
  readonly browser: Browser;
  readonly profile: string;
}

let running: Running[] = [];

/** Starts as many as there are workers, in the process that all of them inherit the environment from. */
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

/** The browser of this worker; to be disconnected, never closed. */
export async function connectBrowser(): Promise<Browser> {
  const browserWSEndpoint = process.env[ADDRESS + (process.env.JEST_WORKER_ID ?? '1')];
  if (browserWSEndpoint === undefined)
    throw new Error('No browser runs: this test belongs to a project with browserSetup.ts (see jest.config.ts)');
  return puppeteer.connect({ browserWSEndpoint });
}

async function start(worker: number): Promise<Running> {
  const profile = await mkdtemp(join(tmpdir(), 'gatehouse-browser-'));
  const browser = await launchBrowser(profile, {
    args: [
      '--remote-debugging-port=0',
      // Pages of one context share a process: starting it and compiling the scripts is a third of what a page costs.
      '--process-per-site',
      // No page of a test lives long enough to repay what optimised code costs.
      '--js-flags=--no-opt --no-maglev',
    ],
  });
  process.env[ADDRESS + String(worker)] = await eventually('the address of a browser', async () => {
    const [port, path] = (await readFile(join(profile, 'DevToolsActivePort'), 'utf8')).split('\n');
    return path !== undefined && `ws://127.0.0.1:${String(port)}${path}`;
  });
  return { browser, profile };
}
