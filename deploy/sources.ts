/** The front end's sources and a fingerprint of their contents. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';

export const root = resolve(import.meta.dirname, '..');

/** Holds the fingerprint that `dist/` was built from; absent unless that is a finished production build. */
export const fingerprintPath = join(root, '.cache/built-from');

/** The software bill of materials, beside what is served but not served itself. */
export const sbomPath = join(root, 'dist/sbom.json');

/** Folders include everything below; the lock file stands for all packages. */
const sources = ['api', 'store', 'src', 'locales', 'public', 'tsconfig.json', 'package.json', 'package-lock.json'];
const webpackConfigs = () => readdirSync(root).filter((name) => /^webpack\..*\.ts$/.test(name));

/** Hash of names and contents: modification times are ignored, a deleted file is noticed. */
export function fingerprint(): string {
  const hash = createHash('sha256');
  for (const path of [...sources, ...webpackConfigs()].flatMap((name) => files(name)).sort()) {
    hash
      .update(path)
      .update('\0')
      .update(readFileSync(join(root, path)))
      .update('\0');
  }
  return hash.digest('hex');
}

function files(name: string): string[] {
  const stats = statSync(join(root, name), { throwIfNoEntry: false });
  if (stats === undefined) return [];
  if (!stats.isDirectory()) return [name];
  return readdirSync(join(root, name)).flatMap((child) => files(`${name}/${child}`));
}
