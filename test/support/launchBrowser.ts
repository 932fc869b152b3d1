/** Starts a browser as the stories need it. */
import puppeteer, { type Browser } from 'puppeteer';
import { browserPath, wholeBrowserPath } from './browserPath.ts';

const flags = ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-dev-shm-usage', '--no-first-run'];

interface LaunchOptions {
  readonly args?: readonly string[];
  /** As wide as on a desktop; else they take no room, as on a phone. */
  readonly scrollBars?: boolean;
  /** A browser as people have it: it keeps to the preferences in `userDataDir`, and takes the time it takes them. */
  readonly whole?: boolean;
}

/** `userDataDir`: what it remembers from one start to the next; absent: nothing. */
export async function launchBrowser(
  userDataDir?: string,
  { args = [], scrollBars = false, whole = false }: LaunchOptions = {},
): Promise<Browser> {
  return puppeteer.launch({
    executablePath: await (whole ? wholeBrowserPath() : browserPath()),
    args: [...flags, ...args],
    // Through a pipe, so that the browser ends with us, however we end.
    pipe: true,
    ...(scrollBars && { ignoreDefaultArgs: ['--hide-scrollbars'] }),
    ...(userDataDir && { userDataDir }),
  });
}
