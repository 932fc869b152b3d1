/** Builds the front end unless what is in `dist/` was built from these very sources. `--always` builds in any case. */
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { builtFrom, fingerprint, root } from './sources.ts';

const page = join(root, 'dist/index.html');

const now = fingerprint();
const before = existsSync(builtFrom) && existsSync(page) ? readFileSync(builtFrom, 'utf8') : undefined;

if (before !== now || process.argv.includes('--always')) {
  const began = performance.now();
  console.log('Building the front end …');
  // What an interrupted build leaves in dist/ must not pass for a finished one.
  rmSync(builtFrom, { force: true });
  const { build } = await import('./build.ts');
  await build();
  writeFileSync(builtFrom, now);
  console.log(`Built in ${((performance.now() - began) / 1000).toFixed(1)} s.`);
  // The build draws pages with React, whose scheduler leaves a port open that would keep us waiting for ever.
  process.exit();
}
