/** Launches Chrome for the e2e tests. */
import puppeteer, { type Browser } from 'puppeteer';
import { browserPath, fullBrowserPath } from './browserPath.ts';

const flags = ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-dev-shm-usage', '--no-first-run'];

interface LaunchOptions {
  readonly args?: readonly string[];
  /** Desktop scroll bars; by default they are hidden, as on a phone. */
  readonly scrollBars?: boolean;
  /** The full browser, which honours the preferences in `userDataDir` but is slower. */
  readonly fullBrowser?: boolean;
}

/** @param userDataDir profile kept between launches; absent: a temporary one */
export async function launchBrowser(
  userDataDir?: string,
  { args = [], scrollBars = false, fullBrowser = false }: LaunchOptions = {},
): Promise<Browser> {
  return puppeteer.launch({
    executablePath: await (fullBrowser ? fullBrowserPath() : browserPath()),
    args: [...flags, ...args],
    // Through a pipe, so that the browser exits with this process, even if that is killed.
    pipe: true,
    ...(scrollBars && { ignoreDefaultArgs: ['--hide-scrollbars'] }),
    ...(userDataDir && { userDataDir }),
  });
}
