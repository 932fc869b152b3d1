/** Takes jsdom to a server, as if the page had been loaded from it; relative addresses, cookies and origin follow. */
export function visit(site: { readonly url: string }, path = '/'): void {
  (window as unknown as { moveTo(url: string): void }).moveTo(`${site.url}${path}`);
}
