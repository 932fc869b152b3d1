/** Sets jsdom's address and cookies. */
import type { Client } from './client.ts';

/** Moves jsdom to a server's origin, as if the page had been loaded from it. */
export function visit(site: { readonly url: string }, path = '/'): void {
  (window as unknown as { moveTo(url: string): void }).moveTo(`${site.url}${path}`);
}

/** Deletes all cookies, HttpOnly ones included. */
export function forgetCookies(): void {
  (window as unknown as { forgetCookies(): void }).forgetCookies();
}

/** Copies a client's cookies to jsdom, HttpOnly ones included. Call after `visit`. */
export async function copySession(client: Client): Promise<void> {
  for (const cookie of await client.jar.getCookies(client.url))
    (window as unknown as { takeCookie(cookie: string): void }).takeCookie(cookie.toString());
}
