/** Where jsdom is, and who it is there. */
import type { Client } from './client.ts';

/** Takes jsdom to a server, as if the page had been loaded from it; relative addresses, cookies and origin follow. */
export function visit(site: { readonly url: string }, path = '/'): void {
  (window as unknown as { moveTo(url: string): void }).moveTo(`${site.url}${path}`);
}

/** As a browser that nobody has used: also the cookies that no script can see are gone. */
export function forgetCookies(): void {
  (window as unknown as { forgetCookies(): void }).forgetCookies();
}

/** Gives the page the cookies of a client, also those that no script can see. Where it is, it must be already. */
export async function takeSession(client: Client): Promise<void> {
  for (const cookie of await client.jar.getCookies(client.url))
    (window as unknown as { takeCookie(cookie: string): void }).takeCookie(cookie.toString());
}
