/** Listens to all that a page complains of: errors on its console, errors thrown, and breaches of its security policy. */
import type { ConsoleMessage, Page } from 'puppeteer';

export interface Complaints {
  all(): readonly string[];
}

export function watchPage(page: Page): Complaints {
  const heard: string[] = [];
  page.on('console', (message) => {
    if (counts(message)) heard.push(`console ${message.type()}: ${message.text()} (${message.location().url ?? page.url()})`);
  });
  page.on('pageerror', (error) => {
    heard.push(`page error: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
  });
  return { all: () => heard };
}

/** Warnings count too, for a library's warning is tomorrow's error; the browser's own note of a refused API call does not. */
function counts(message: ConsoleMessage): boolean {
  if (message.type() !== 'error' && message.type() !== 'warn') return false;
  const refused = /^Failed to load resource: the server responded with a status of 4\d\d/.test(message.text());
  return !(refused && isApi(message.location().url));
}

const isApi = (url: string | undefined): boolean =>
  url !== undefined && URL.canParse(url) && new URL(url).pathname.startsWith('/api/');
