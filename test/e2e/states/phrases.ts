/** Translations of the product, to find its buttons in any language. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

export type SpokenLocale = 'en-US' | 'de';

interface Phrases {
  readonly [key: string]: string | Phrases;
}

const folder = resolve(import.meta.dirname, '../../../locales');
const files = new Map<string, Phrases>();

function file(path: string): Phrases {
  const known = files.get(path) ?? (JSON.parse(readFileSync(resolve(folder, path), 'utf8')) as Phrases);
  files.set(path, known);
  return known;
}

/** `say('de', 'security:keys.made', { name: 'Nightly' })`. @throws when the phrase does not exist. */
export function translate(locale: SpokenLocale, key: string, values: Readonly<Record<string, string>> = {}): string {
  const [namespace = '', path = ''] = key.split(':');
  const found = path
    .split('.')
    .reduce<string | Phrases | undefined>(
      (at, step) => (typeof at === 'object' ? at[step] : undefined),
      file(`${locale}/${namespace}.json`),
    );
  if (typeof found !== 'string') throw new Error(`${locale} has no phrase ${key}`);
  return found.replace(/\{\{(\w+)\}\}/g, (_all, name: string) => values[name] ?? '');
}
