/** What the front end is built from, and a fingerprint that changes when any of it does. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';

export const root = resolve(import.meta.dirname, '..');

/** The fingerprint of what `dist/` was built from, where that is a finished production build. */
export const builtFrom = join(root, '.cache/built-from');

/** Folders count with everything in them; the lock file stands for all packages. */
const sources = ['api', 'store', 'src', 'locales', 'public', 'tsconfig.json', 'package.json', 'package-lock.json'];
const buildSteps = () => readdirSync(root).filter((name) => /^webpack\..*\.ts$/.test(name));

/** Of names and contents, so that a checkout's fresh dates mean nothing and a deleted file means something. */
export function fingerprint(): string {
  const hash = createHash('sha256');
  for (const path of [...sources, ...buildSteps()].flatMap((name) => files(name)).sort()) {
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
