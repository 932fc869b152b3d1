/** Takes jsdom to a server, as if the page had been loaded from it; relative addresses, cookies and origin follow. */
export function visit(site: { readonly url: string }, path = '/'): void {
  (window as unknown as { moveTo(url: string): void }).moveTo(`${site.url}${path}`);
}

/** As a browser that nobody has used: also the cookies that no script can see are gone. */
export function forgetCookies(): void {
  (window as unknown as { forgetCookies(): void }).forgetCookies();
}
