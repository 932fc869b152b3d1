/**
 * TypeScript whose types were stripped beforehand. Node's own stripper is an interpreter of 24 MB, which stays in the memory of a process
 * that has loaded a single file with it.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const strippedDirectory = join(import.meta.dirname, '../../.cache/stripped');

/** Named by the content, so that a file that has changed since is not found. */
export const strippedName = (source) => `${createHash('sha256').update(source).digest('hex')}.js`;

/** From now on modules are imported without their types where these were stripped beforehand, and by Node where not. */
export function importStripped() {
  registerHooks({
    load(url, context, nextLoad) {
      const source = url.startsWith('file:') && url.endsWith('.ts') ? readStripped(fileURLToPath(url)) : undefined;
      return source === undefined ? nextLoad(url, context) : { format: 'module', source, shortCircuit: true };
    },
  });
}

function readStripped(path) {
  try {
    return readFileSync(join(strippedDirectory, strippedName(readFileSync(path))), 'utf8');
  } catch {
    return undefined;
  }
}
