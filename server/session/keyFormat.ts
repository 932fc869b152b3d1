/**
 * Keys of programs: `<kind>_<prefix>_<secret>_<checksum>`. The prefix finds the row and the SHA-256 of the whole key verifies it (256
 * random bits need no slow hash). The checksum lets secret scanners, and this server, reject typing errors without a query.
 */
import { randomToken, sha256 } from './tokens.ts';

const checksum = (text: string) => sha256(text).toString('hex').slice(0, 6);

/** @param kind prefix by which users and secret scanners recognise the kind of key */
export function keyFormat(kind: string) {
  const pattern = new RegExp(`^(${kind}_([A-Za-z0-9]+)_[A-Za-z0-9]+)_([0-9a-f]{6})$`);
  return {
    /** The beginning of the key, as it is shown. */
    shownPrefix: (prefix: string): string => `${kind}_${prefix}`,

    /** `prefix`: the stored one. */
    makeKey: (): { key: string; prefix: string; hash: Buffer } => {
      const prefix = randomToken(6).replace(/[-_]/g, 'x');
      const body = `${kind}_${prefix}_${randomToken().replace(/[-_]/g, 'x')}`;
      const key = `${body}_${checksum(body)}`;
      return { key, prefix, hash: sha256(key) };
    },

    prefixOf: (key: string): string | undefined => {
      const [, body = '', prefix, sum] = pattern.exec(key) ?? [];
      return checksum(body) === sum ? prefix : undefined;
    },
  };
}
