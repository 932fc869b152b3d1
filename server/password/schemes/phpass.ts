/** phpass, of WordPress before 6.8 (`$P$`) and phpBB (`$H$`): MD5, again and again. */
import { hash, timingSafeEqual } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type { Scheme } from './scheme.ts';

const ALPHABET = './0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** WordPress has 2^13, phpBB 2^11. */
const MAX_LOG2 = 16;
const MIN_LOG2 = 7;
/** So many rounds take a fraction of a millisecond; then others have their turn. */
const ROUNDS_PER_TURN = 256;

const FORMAT = /^\$[PH]\$([./0-9A-Za-z])([./0-9A-Za-z]{8})([./0-9A-Za-z]{22})$/;

/** Its own base64: least significant bits first. */
function encoded(bytes: Buffer): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 3) {
    const value = (bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8) | ((bytes[at + 2] ?? 0) << 16);
    const symbols = Math.min(bytes.length - at, 3) + 1;
    for (let symbol = 0; symbol < symbols; symbol += 1) text += ALPHABET.charAt((value >> (6 * symbol)) & 0x3f);
  }
  return text;
}

export const phpassScheme: Scheme = (text) => {
  const [, mark = '', salt = '', key = ''] = FORMAT.exec(text) ?? [];
  const log2 = key === '' ? -1 : ALPHABET.indexOf(mark);
  if (log2 < MIN_LOG2) return undefined;
  if (log2 > MAX_LOG2) return 'tooCostly';
  return {
    dummy: `$P$${mark}${'.'.repeat(salt.length)}${'.'.repeat(key.length)}`,
    async verify(password) {
      const typed = Buffer.from(password);
      let digest = hash('md5', Buffer.concat([Buffer.from(salt), typed]), 'buffer');
      for (let round = 0; round < 2 ** log2; round += 1) {
        if (round % ROUNDS_PER_TURN === 0) await setImmediate();
        digest = hash('md5', Buffer.concat([digest, typed]), 'buffer');
      }
      return timingSafeEqual(Buffer.from(encoded(digest)), Buffer.from(key));
    },
  };
};
