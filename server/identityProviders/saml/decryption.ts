/**
 * Decrypts an assertion, without saying why it could not: a key that is for somebody else, one that was changed, and a content that
 * was changed take the same steps and end in the same refusal (RFC 8017, 7.1.2; an answer by which step it failed decrypts in the end).
 */
import { constants, createDecipheriv, createHash, privateDecrypt, randomBytes, timingSafeEqual } from 'node:crypto';
import { Refused } from '../logIn/refused.ts';
import type { Encrypted } from './encrypted.ts';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** @param privateKeys in PEM; each is tried, also after one that fits. @throws Refused `encrypted` */
export function decryptContent(encrypted: Encrypted, privateKeys: readonly string[]): Buffer {
  if (encrypted.content.length <= NONCE_BYTES + TAG_BYTES) throw new Refused('encrypted');
  const [opened] = privateKeys.flatMap((privateKey) => open(encrypted, unwrapped(encrypted, privateKey)) ?? []);
  if (!opened) throw new Refused('encrypted');
  return opened;
}

/** The key of the content; a random one in place of one that can't be decrypted, with which the content can't be, either. */
function unwrapped({ wrappedKey, digest, mask, keyBytes }: Encrypted, privateKey: string): Buffer {
  const substitute = randomBytes(keyBytes);
  try {
    const key =
      digest === mask
        ? privateDecrypt({ key: privateKey, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: digest }, wrappedKey)
        : withoutPadding(privateDecrypt({ key: privateKey, padding: constants.RSA_NO_PADDING }, wrappedKey), digest, mask);
    return key.length === keyBytes ? key : substitute;
  } catch {
    return substitute;
  }
}

function open({ cipher, content }: Encrypted, key: Buffer): Buffer | undefined {
  const decipher = createDecipheriv(cipher, key, content.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES });
  decipher.setAuthTag(content.subarray(-TAG_BYTES));
  try {
    return Buffer.concat([decipher.update(content.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]);
  } catch {
    return undefined;
  }
}

/**
 * EME-OAEP decoding (RFC 8017, 7.1.2 step 3) for two hashes that are not the same, which OpenSSL has by way of Node for one hash only:
 * `rsa-oaep-mgf1p` always has SHA-1 in its mask. All of the block is read, and judged once at the end.
 */
function withoutPadding(block: Buffer, digest: string, mask: string): Buffer {
  const label = createHash(digest).digest();
  const [first, maskedSeed, maskedData] = [block[0] ?? 1, block.subarray(1, 1 + label.length), block.subarray(1 + label.length)];
  const seed = xor(maskedSeed, generatedMask(maskedData, label.length, mask));
  const data = xor(maskedData, generatedMask(seed, maskedData.length, mask));
  const isLabelRight = timingSafeEqual(data.subarray(0, label.length), label);
  let begin = 0;
  let isOther = 0;
  for (let at = label.length; at < data.length; at += 1) {
    const isBefore = begin === 0 ? 1 : 0;
    const byte = data[at] ?? 0;
    begin += isBefore * (byte === 1 ? at + 1 : 0);
    isOther |= isBefore * (byte > 1 ? 1 : 0);
  }
  if (first !== 0 || !isLabelRight || begin === 0 || isOther !== 0) throw new Error('The padding is not right');
  return data.subarray(begin);
}

/** MGF1 (RFC 8017, B.2.1). */
function generatedMask(seed: Buffer, length: number, hash: string): Buffer {
  const blocks: Buffer[] = [];
  for (let counter = 0, made = 0; made < length; counter += 1) {
    const number = Buffer.alloc(4);
    number.writeUInt32BE(counter);
    const block = createHash(hash).update(seed).update(number).digest();
    blocks.push(block);
    made += block.length;
  }
  return Buffer.concat(blocks).subarray(0, length);
}

const xor = (left: Buffer, right: Buffer): Buffer => Buffer.from(left.map((byte, index) => byte ^ (right[index] ?? 0)));
