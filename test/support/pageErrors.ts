/** Collects a page's console errors and warnings (CSP violations included) and uncaught exceptions. */
import type { ConsoleMessage, Page } from 'puppeteer';

export interface PageErrors {
  all(): readonly string[];
}

export function collectPageErrors(page: Page): PageErrors {
  const errors: string[] = [];
  page.on('console', (message) => {
    if (isRelevant(message))
      errors.push(`console ${message.type()}: ${message.text()} (${message.location().url ?? page.url()})`);
  });
  page.on('pageerror', (error) => {
    errors.push(`page error: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
  });
  return { all: () => errors };
}

/** Warnings count as well. Chrome's own message about a 4xx response of the API does not: tests provoke those. */
function isRelevant(message: ConsoleMessage): boolean {
  if (message.type() !== 'error' && message.type() !== 'warn') return false;
  const refused = /^Failed to load resource: the server responded with a status of 4\d\d/.test(message.text());
  return !(refused && isApi(message.location().url));
}

const isApi = (url: string | undefined): boolean =>
  url !== undefined && URL.canParse(url) && new URL(url).pathname.startsWith('/api/');
