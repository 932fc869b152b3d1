/** Argon2 of other systems (i, d and id), by its PHC string, also with Django's prefix. Keycloak's is converted by its reader. */
import { argon2, timingSafeEqual } from 'node:crypto';
import { bytesOf, DUMMY_SALT_BYTES, zeros, type Scheme } from './scheme.ts';

/** 128 MiB, and a second of one core: KiB times passes. */
const MAX_MEMORY_KIB = 131_072;
const MAX_KIB_PASSES = 524_288;
const MAX_PARALLELISM = 16;
/** RFC 9106, 3.1. */
const MIN_SALT_BYTES = 8;
const MIN_TAG_BYTES = 4;

const FORMAT = /^(?:argon2)?\$argon2(id|i|d)\$v=19\$m=(\d{1,10}),t=(\d{1,10}),p=(\d{1,10})\$([^$]+)\$([^$]+)$/;

export const argon2Scheme: Scheme = (text) => {
  const [, kind, m, t, p, saltText = '', tagText = ''] = FORMAT.exec(text) ?? [];
  if (kind === undefined) return undefined;
  const [memory, passes, parallelism] = [Number(m), Number(t), Number(p)];
  const [nonce, tag] = [bytesOf(saltText), bytesOf(tagText)];
  if (!nonce || !tag || nonce.length < MIN_SALT_BYTES || tag.length < MIN_TAG_BYTES) return undefined;
  if (parallelism < 1 || passes < 1 || memory < 8 * parallelism) return undefined;
  if (memory > MAX_MEMORY_KIB || memory * passes > MAX_KIB_PASSES || parallelism > MAX_PARALLELISM) return 'tooCostly';
  const algorithm = `argon2${kind as 'id' | 'i' | 'd'}` as const;
  return {
    dummy: `$${algorithm}$v=19$m=${String(memory)},t=${String(passes)},p=${String(parallelism)}$${zeros(DUMMY_SALT_BYTES)}$${zeros(tag.length)}`,
    verify: (password) =>
      new Promise((resolve, reject) => {
        const parameters = { message: Buffer.from(password), nonce, memory, passes, parallelism, tagLength: tag.length };
        argon2(algorithm, parameters, (error, key) => {
          if (error) reject(error);
          else resolve(timingSafeEqual(key, tag));
        });
      }),
  };
};
