/**
 * Firebase's scrypt: the derived key encrypts the project's signer key (AES-256-CTR, counter 0), and the ciphertext is the hash. The reader
 * of the export writes it as `$firebase-scrypt$ln=14,r=8$<salt and separator>$<signer key>$<hash>`.
 */
import { createCipheriv, timingSafeEqual } from 'node:crypto';
import { bytesOf, DUMMY_SALT_BYTES, zeros, type Scheme } from './scheme.ts';
import { deriveScrypt, isAffordable } from './scrypt.ts';

const KEY_BYTES = 32;
const FORMAT = /^\$firebase-scrypt\$ln=(\d{1,2}),r=(\d{1,6})\$([^$]+)\$([^$]+)\$([^$]+)$/;

export const firebaseScryptScheme: Scheme = (text) => {
  const [, ln, r, saltText = '', signerText = '', hashText = ''] = FORMAT.exec(text) ?? [];
  if (r === undefined) return undefined;
  const cost = { N: 2 ** Number(ln), r: Number(r), p: 1 };
  const [salt, signer, hash] = [bytesOf(saltText), bytesOf(signerText), bytesOf(hashText)];
  if (!salt || !hash || signer?.length !== hash.length || cost.N < 2 || cost.r < 1) return undefined;
  if (!isAffordable(cost)) return 'tooCostly';
  return {
    dummy: `$firebase-scrypt$ln=${String(ln)},r=${r}$${zeros(DUMMY_SALT_BYTES)}$${zeros(signer.length)}$${zeros(hash.length)}`,
    async verify(password) {
      const key = await deriveScrypt(password, salt, KEY_BYTES, cost);
      const cipher = createCipheriv('aes-256-ctr', key, Buffer.alloc(16));
      return timingSafeEqual(Buffer.concat([cipher.update(signer), cipher.final()]), hash);
    },
  };
};
