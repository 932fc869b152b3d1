/**
 * Strips the types of the server, and builds the front end unless `dist/` matches the fingerprint of the current sources. `--always` builds
 * in any case.
 */
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fingerprintPath, fingerprint, root, sbomPath } from './sources.ts';
import { stripTypes } from './stripTypes.ts';

stripTypes();
const page = join(root, 'dist/index.html');

const now = fingerprint();
const before =
  existsSync(fingerprintPath) && existsSync(page) && existsSync(sbomPath) ? readFileSync(fingerprintPath, 'utf8') : undefined;

if (before !== now || process.argv.includes('--always')) {
  const began = performance.now();
  console.log('Building the front end …');
  // An interrupted build must not pass for a finished one.
  rmSync(fingerprintPath, { force: true });
  const { build } = await import('./build.ts');
  await build();
  writeFileSync(fingerprintPath, now);
  console.log(`Built in ${((performance.now() - began) / 1000).toFixed(1)} s.`);
  // The build prerenders with React, whose scheduler keeps a MessagePort open; without this the process would not end.
  process.exit();
}
