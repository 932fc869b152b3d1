/** Whom mails come from, and where tickets go to: configured, or made of the public address. */
import { isIP } from 'node:net';
import type { Context } from '../context.ts';

type Known = Pick<Context, 'config' | 'publicUrl'>;

/** The host of the public address; for a bare IP address, which no mailbox has, `localhost`. */
export function mailHost({ publicUrl }: Pick<Known, 'publicUrl'>): string {
  const { hostname } = new URL(publicUrl());
  return isIP(hostname.replace(/^\[|\]$/g, '')) ? 'localhost' : hostname;
}

/** As it stands in the mail's header: `"Gatehouse" <no-reply@example.com>`. */
export function senderAddress(known: Known): string | { name: string; address: string } {
  return known.config.MAIL_FROM ?? { name: known.config.PRODUCT_NAME, address: `no-reply@${mailHost(known)}` };
}

/** Who answers support tickets. */
export function supportAddress(known: Known): string {
  const { SUPPORT_EMAIL, MAIL_FROM } = known.config;
  return SUPPORT_EMAIL ?? (MAIL_FROM === undefined ? `support@${mailHost(known)}` : bare(MAIL_FROM));
}

const bare = (address: string): string => /<([^<>]+)>\s*$/.exec(address)?.[1] ?? address.trim();
