/** A weak hash inside argon2id: `$wrapped$<the weak hash without its digest, in base64>$<argon2id of the digest>`. */
import type { Scheme } from './scheme.ts';
import { argon2Scheme } from './argon2.ts';
import { digestScheme } from './digest.ts';

const FORMAT = /^\$wrapped\$([A-Za-z0-9+/]+)(\$argon2id\$.+)$/;

/** The weak hash with a digest of zeros in the place of its own: it says how to compute the digest, and nothing of the password. */
function withoutDigest(text: string, digest: string): string {
  const bytes = Buffer.from(digest, 'hex');
  const zeroed = Buffer.alloc(bytes.length);
  const ldap = /^(\{\w+\})(.+)$/.exec(text);
  if (!ldap) return text.toLowerCase().endsWith(digest) ? text.slice(0, -digest.length) + zeroed.toString('hex') : text;
  const [, label = '', base64 = ''] = ldap;
  return label + Buffer.concat([zeroed, Buffer.from(base64, 'base64').subarray(bytes.length)]).toString('base64');
}

export const wrap = (text: string, digest: string, outer: string): string =>
  `$wrapped$${Buffer.from(withoutDigest(text, digest)).toString('base64').replace(/=+$/, '')}${outer}`;

export const wrappedScheme: Scheme = (text) => {
  const [, innerText = '', outerText = ''] = FORMAT.exec(text) ?? [];
  if (outerText === '') return undefined;
  const inner = digestScheme(Buffer.from(innerText, 'base64').toString());
  const outer = argon2Scheme(outerText);
  if (!inner || inner === 'tooCostly' || !inner.weak || !outer || outer === 'tooCostly') return undefined;
  const { digestOf } = inner.weak;
  return { dummy: outer.dummy, verify: (password) => outer.verify(digestOf(password)) };
};
