/** Copies a client's session cookies to a browser page, so that a test starts logged in. */
import type { Page } from 'puppeteer';
import type { Client } from './client.ts';

export async function copySessionToPage(client: Client, page: Page): Promise<void> {
  const cookies = await client.jar.getCookies(client.url);
  await page.browserContext().setCookie(
    ...cookies.map(({ key, value, path, httpOnly, secure }) => ({
      name: key,
      value,
      domain: new URL(client.url).hostname,
      path: path ?? '/',
      httpOnly,
      secure,
      sameSite: 'Lax' as const,
    })),
  );
}
