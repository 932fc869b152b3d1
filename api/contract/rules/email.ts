/** Email addresses, one or several: the syntax of real mailboxes. */
import type { Rule } from './rule.ts';
import { typedLine } from './typed.ts';

/** The longest address SMTP can carry (RFC 5321: path of 256 with its brackets), and its longest local part. */
const ADDRESS_MAX = 254;
const LOCAL_MAX = 64;

/** No quoted local parts: unused in practice, and a way to inject spaces and separators into mail headers. */
const local = /^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*$/;

/** At least two labels, the last one not numeric (so no IP address); letters of any script, for IDNs. */
const domain =
  /^(?:[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}-]{0,61}[\p{L}\p{N}\p{M}])?\.)+(?:\p{L}[\p{L}\p{M}]{1,62}|xn--[a-z0-9-]{1,58}[a-z0-9])$/iu;

function isAddress(text: string): boolean {
  const at = text.lastIndexOf('@');
  return (
    text.length <= ADDRESS_MAX && at > 0 && at <= LOCAL_MAX && local.test(text.slice(0, at)) && domain.test(text.slice(at + 1))
  );
}

export const email: Rule = { code: 'email', holds: isAddress };

/** The part after the @ of such an address. */
export const domainName: Rule = { code: 'domain', holds: (text) => isAddress(`x@${text}`) };

/**
 * The key of a mailbox, the same for all its spellings: the domain as A-label (RFC 5890), without regard to case. What is shown
 * and stored has the domain in Unicode.
 */
export function mailboxKey(address: string): string {
  const text = typedLine(address).normalize('NFKC').toLowerCase();
  const at = text.lastIndexOf('@') + 1;
  const host = text.slice(at);
  const isPlain = at === 0 || !/[^\0-\x7f]/.test(host) || /[^\w.\x80-\u{10ffff}-]/u.test(host);
  return isPlain || !URL.canParse(`http://${host}`) ? text : text.slice(0, at) + new URL(`http://${host}`).hostname;
}

/**
 * Splits at `;`, `,` and line breaks (a pasted spreadsheet column has only these). Trimmed, without empty ones and repeated
 * mailboxes (the first spelling stays), in order.
 */
export function splitEmails(text: string): string[] {
  const first = new Map<string, string>();
  for (const address of text.split(/[;,\r\n]/).map(typedLine)) {
    const key = mailboxKey(address);
    if (address && !first.has(key)) first.set(key, address);
  }
  return [...first.values()];
}

/** At least one address, all valid. */
export const emails: Rule = {
  code: 'emails',
  holds: (text) => {
    const addresses = splitEmails(text);
    return addresses.length > 0 && addresses.every(isAddress);
  },
};
