/**
 * bcrypt, as most systems have it; after SHA-256 in Django (`bcrypt_sha256`), and after HMAC-SHA-384 in WordPress since 6.8 (`$wp$2y$`), both
 * of which close its limit of 72 bytes. A hash without such a step accepts what its former system accepted: the first 72 bytes.
 */
import { createHash, createHmac } from 'node:crypto';
import { compare } from 'bcrypt';
import type { Scheme } from './scheme.ts';

/** Half a second of one core; each further step doubles it. */
const MAX_COST = 13;
const MIN_COST = 4;

const plain = (password: string): string => password;
/** PHP's `trim`. */
const trimmed = (password: string): string => password.replaceAll(/^[ \t\n\r\0\v]+|[ \t\n\r\0\v]+$/g, '');

/** What is hashed, by the prefix of the stored text. */
const steps: Readonly<Record<string, (password: string) => string>> = {
  '': plain,
  bcrypt$: plain,
  bcrypt_sha256$: (password) => createHash('sha256').update(password).digest('hex'),
  $wp: (password) => createHmac('sha384', 'wp-sha384').update(trimmed(password)).digest('base64'),
};

const FORMAT = /^(bcrypt(?:_sha256)?\$|\$wp)?\$(2[aby])\$(\d\d)\$([./A-Za-z0-9]{22})([./A-Za-z0-9]{31})$/;

export const bcryptScheme: Scheme = (text) => {
  const [, prefix = '', , costText = '', salt = '', key = ''] = FORMAT.exec(text) ?? [];
  const step = key === '' ? undefined : steps[prefix];
  const cost = Number(costText);
  if (!step || cost < MIN_COST) return undefined;
  if (cost > MAX_COST) return 'tooCostly';
  return {
    dummy: `$2b$${costText}$${'.'.repeat(salt.length)}${'.'.repeat(key.length)}`,
    // bcrypt ends at a NUL, so that what follows would not count.
    verify: async (password) =>
      !password.includes('\0') && compare(step(password), text.slice(prefix.length).replace('$2y$', '$2b$')),
  };
};
