/** Starts a browser as the stories need it. */
import puppeteer, { type Browser } from 'puppeteer';
import { browserPath } from './browserPath.ts';

const flags = ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-dev-shm-usage', '--no-first-run'];

/** `userDataDir`: what it remembers from one start to the next; absent: nothing. */
export async function launchBrowser(userDataDir?: string, more: readonly string[] = []): Promise<Browser> {
  const executablePath = await browserPath();
  // Through a pipe, so that the browser ends with us, however we end.
  return puppeteer.launch({ executablePath, args: [...flags, ...more], pipe: true, ...(userDataDir && { userDataDir }) });
}
