/** The sender address and the support address: configured, or derived from the public URL. */
import { isIP } from 'node:net';
import type { Context } from '../context.ts';

type Known = Pick<Context, 'config' | 'publicUrl'>;

/** The host of the public URL; `localhost` for an IP address, which has no mailboxes. */
export function mailHost({ publicUrl }: Pick<Known, 'publicUrl'>): string {
  const { hostname } = new URL(publicUrl());
  return isIP(hostname.replace(/^\[|\]$/g, '')) ? 'localhost' : hostname;
}

/** The From header, such as `"Gatehouse" <no-reply@example.com>`. */
export function senderAddress(known: Known): string | { name: string; address: string } {
  return known.config.MAIL_FROM ?? { name: known.config.PRODUCT_NAME, address: `no-reply@${mailHost(known)}` };
}

/** The recipient of support tickets. */
export function supportAddress(known: Known): string {
  const { SUPPORT_EMAIL, MAIL_FROM } = known.config;
  return SUPPORT_EMAIL ?? (MAIL_FROM === undefined ? `support@${mailHost(known)}` : addressOf(MAIL_FROM));
}

const addressOf = (address: string): string => /<([^<>]+)>\s*$/.exec(address)?.[1] ?? address.trim();
