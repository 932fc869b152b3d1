/** Accepted file types by name and declared type; the server checks the content too. */
import type { Rule } from './rule.ts';

const wildcard = /^(?:audio|image|video)\/\*$/;

function allows(entry: string, name: string, type: string): boolean {
  if (wildcard.test(entry)) return type.startsWith(entry.slice(0, -1));
  if (entry.includes('/')) return type === entry;
  return name.endsWith(entry.startsWith('.') ? entry : `.${entry}`);
}

/**
 * `allowed` mixes extensions (`.pdf` or `pdf`), MIME types (`text/csv`) and the wildcards `audio/*`, `image/*`, `video/*`,
 * case-insensitive. An empty list allows nothing.
 */
export function fileType(allowed: readonly string[]): Rule<{ readonly name: string; readonly type: string }> {
  const entries = allowed.map((entry) => entry.trim().toLowerCase());
  return {
    code: 'fileType',
    values: { types: allowed.join(', ') },
    holds: (file) => {
      const name = file.name.toLowerCase();
      const type = file.type.toLowerCase().replace(/\s*;.*$/, '');
      return entries.some((entry) => allows(entry, name, type));
    },
  };
}
