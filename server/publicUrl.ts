/** The public address must be protected: passwords and session cookies travel to it. */
import { isLoopback } from './loopback.ts';

interface Settings {
  readonly PUBLIC_URL?: string | undefined;
  readonly ALLOW_HTTP: 'on' | 'off';
}

/** @returns what is wrong with it; undefined if nothing is */
export function publicUrlFault({ PUBLIC_URL, ALLOW_HTTP }: Settings): string | undefined {
  if (PUBLIC_URL === undefined || ALLOW_HTTP === 'on' || isProtected(PUBLIC_URL)) return undefined;
  return 'PUBLIC_URL: must be https, or passwords cross the network in clear text; ALLOW_HTTP=on allows it all the same';
}

/** By TLS, or because it does not leave the machine. */
export const isProtected = (url: string): boolean => {
  const { protocol, hostname } = new URL(url);
  return protocol === 'https:' || isLoopback(hostname);
};
