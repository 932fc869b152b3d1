/** The public address must be known off loopback, and protected: passwords and session cookies travel to it. */
import { isLoopback } from './loopback.ts';

interface Settings {
  readonly HOST: string;
  readonly PUBLIC_URL?: string | undefined;
  readonly ALLOW_HTTP: 'on' | 'off';
}

/** @returns the fault; undefined if there is none */
export function publicUrlFault({ HOST, PUBLIC_URL, ALLOW_HTTP }: Settings): string | undefined {
  if (PUBLIC_URL === undefined)
    return isLoopback(HOST)
      ? undefined
      : 'PUBLIC_URL: is needed where HOST is not loopback, or requests for any host would be answered (such as https://id.example.com)';
  if (ALLOW_HTTP === 'on' || isProtected(PUBLIC_URL)) return undefined;
  return 'PUBLIC_URL: must be https, or passwords cross the network in clear text; ALLOW_HTTP=on allows it all the same';
}

/** Whether an address uses TLS, or does not leave the machine. */
export const isProtected = (url: string): boolean => {
  const { protocol, hostname } = new URL(url);
  return protocol === 'https:' || isLoopback(hostname);
};
