/** The sender address and the support address: configured, or derived from the public URL. */
import { isIP } from 'node:net';
import type { Context } from '../context.ts';

type Known = Pick<Context, 'config' | 'publicUrl'>;

/** The host of the public URL; `localhost` for an IP address, which has no mailboxes. */
export function mailHost({ publicUrl }: Pick<Known, 'publicUrl'>): string {
  const { hostname } = new URL(publicUrl());
  return isIP(hostname.replace(/^\[|\]$/g, '')) ? 'localhost' : hostname;
}

/** The From header, such as `"Gatehouse" <no-reply@example.com>`. A name is quoted where it is written: it may have a comma. */
export function senderAddress(known: Known): { name: string; address: string } {
  const { MAIL_FROM, PRODUCT_NAME } = known.config;
  if (MAIL_FROM === undefined) return { name: PRODUCT_NAME, address: `no-reply@${mailHost(known)}` };
  const [, name = ''] = /^\s*"?([^<>]*?)"?\s*<[^<>]+>\s*$/.exec(MAIL_FROM) ?? [];
  return { name: name.trim(), address: addressOf(MAIL_FROM) };
}

/** The recipient of support tickets. */
export function supportAddress(known: Known): string {
  const { SUPPORT_EMAIL, MAIL_FROM } = known.config;
  return SUPPORT_EMAIL ?? (MAIL_FROM === undefined ? `support@${mailHost(known)}` : addressOf(MAIL_FROM));
}

const addressOf = (address: string): string => /<([^<>]+)>\s*$/.exec(address)?.[1] ?? address.trim();
