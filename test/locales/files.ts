/** Reads the locale files from disk. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInstance } from 'i18next';

const directory = join(import.meta.dirname, '../../locales');

export const locales = ['en-US', 'en-GB', 'de', 'en-IN'] as const;
export type Locale = (typeof locales)[number];

export interface Tree {
  readonly [key: string]: string | Tree;
}

export const filesOf = (locale: Locale): string[] => readdirSync(join(directory, locale)).sort();

export const textOf = (locale: Locale, file: string): string => readFileSync(join(directory, locale, file), 'utf8');

export const treeOf = (locale: Locale, file: string): Tree => JSON.parse(textOf(locale, file)) as Tree;

/** Every phrase of a tree by its full key: `bar.search`. @throws Error for a value that is neither a string nor an object */
export const phrasesOf = (tree: Tree, prefix = ''): Map<string, string> =>
  new Map(
    Object.entries(tree).flatMap(([key, value]): [string, string][] => {
      if (typeof value === 'string') return [[prefix + key, value]];
      if (Object.prototype.toString.call(value) !== '[object Object]') throw new Error(`${prefix}${key} is no phrase`);
      return [...phrasesOf(value, `${prefix}${key}.`)];
    }),
  );

const resourcesOf = (locale: Locale) =>
  Object.fromEntries(filesOf(locale).map((file) => [file.replace('.json', ''), treeOf(locale, file)]));

/** Untyped keys, unlike the page's: tests build them from codes. */
export type Translate = (key: string, values?: Readonly<Record<string, unknown>>) => string;

/** i18next with the product's fallback order. Throws for a missing phrase or interpolation value. */
export function translatorFor(locale: Locale): Translate {
  const instance = createInstance();
  void instance.init({
    initAsync: false,
    lng: locale,
    resources: Object.fromEntries(locales.map((each) => [each, resourcesOf(each)])),
    fallbackLng: { 'en-IN': ['en-GB', 'en-US'], default: ['en-US'] },
    interpolation: { escapeValue: false },
    saveMissing: true,
    missingKeyHandler: (_languages, namespace, key) => {
      throw new Error(`No phrase for ${namespace}:${key}`);
    },
    missingInterpolationHandler: (phrase: string, [variable]: [string]) => {
      throw new Error(`No value for ${variable} in “${phrase}”`);
    },
  });
  return instance.t as unknown as Translate;
}
