/** AES-256-GCM with a fresh 96-bit nonce for each content; `context` is authenticated, so that it decrypts only in its own place. */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

export const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** Number of bytes by which a ciphertext is longer than its content. */
export const OVERHEAD_BYTES = NONCE_BYTES + TAG_BYTES;

/** @returns nonce, ciphertext and tag */
export function encryptBytes(key: Buffer, context: string, plain: Buffer): Buffer<ArrayBuffer> {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(context));
  return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
}

/** @throws Error for another key, another context or changed bytes */
export function decryptBytes(key: Buffer, context: string, bytes: Buffer): Buffer {
  if (bytes.length < OVERHEAD_BYTES) throw new Error('Too short to be encrypted');
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES })
    .setAAD(Buffer.from(context))
    .setAuthTag(bytes.subarray(-TAG_BYTES));
  return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]);
}

/** @returns nonce, ciphertext and tag, as base64url */
export const encrypt = (key: Buffer, context: string, plain: Buffer): string =>
  encryptBytes(key, context, plain).toString('base64url');

/** @throws Error for another key, another context or a changed text */
export const decrypt = (key: Buffer, context: string, text: string): Buffer =>
  decryptBytes(key, context, Buffer.from(text, 'base64url'));
