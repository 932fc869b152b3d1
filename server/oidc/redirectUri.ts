/** Compares redirect URIs: exactly (RFC 9700), but for the port of a program on the user's own machine (RFC 8252, 7.3). */

/** An address on a loopback literal: scheme and host, port, and the rest. A name such as `localhost` may lead elsewhere. */
const LOOPBACK = /^(http:\/\/(?:127\.0\.0\.1|\[::1\]))(?::(\d{1,5}))?(\/[^#]*)?$/;
const MAX_PORT = 65_535;

/** Whether an address that an application asks for is one that is registered. */
export function isRedirectTo(registered: string, address: string): boolean {
  if (registered === address) return true;
  const [[, host, , path] = [], [, askedHost, port = '80', askedPath] = []] = [registered, address].map(
    (each) => LOOPBACK.exec(each) ?? undefined,
  );
  const isPort = Number(port) > 0 && Number(port) <= MAX_PORT;
  return host !== undefined && host === askedHost && isPort && (path ?? '/') === (askedPath ?? '/');
}
