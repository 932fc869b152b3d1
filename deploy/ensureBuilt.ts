/** Builds the front end unless what is in `dist/` was built from these very sources. `--always` builds in any case. */
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fingerprint, root } from './sources.ts';

const note = join(root, '.cache/built-from');
const page = join(root, 'dist/index.html');

const now = fingerprint();
const builtFrom = existsSync(note) && existsSync(page) ? readFileSync(note, 'utf8') : undefined;

if (builtFrom !== now || process.argv.includes('--always')) {
  const began = performance.now();
  console.log('Building the front end …');
  // What an interrupted build leaves in dist/ must not pass for a finished one.
  rmSync(note, { force: true });
  const { build } = await import('./build.ts');
  await build();
  writeFileSync(note, now);
  console.log(`Built in ${((performance.now() - began) / 1000).toFixed(1)} s.`);
  // The build draws pages with React, whose scheduler leaves a port open that would keep us waiting for ever.
  process.exit();
}
