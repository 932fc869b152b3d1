/** No dead resources: the product, not only its tests, uses each phrase, format, breakpoint and interface option. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { customMedia } from '@src/ui/theme/customMedia.ts';
import { breakpoints } from '@src/ui/tokens.ts';
import { filesOf, phrasesOf, treeOf } from '../locales/files.ts';
import { readProductSources } from './productSources.ts';

const root = resolve(import.meta.dirname, '../..');
const product = readProductSources();
/** Templates that consist of interpolations only would match every key. */
const templates = product.templates.filter(({ source }) => /\w{4}/.test(source.replaceAll(/\[.*?\]/g, '')));

/** `ending_one` and `ending_other` are forms of one phrase, and so are those for browsers without cookies. */
const base = (key: string): string => key.replace(/_(?:zero|one|two|few|many|other|noCookies)$/, '');

/** `done.Roles.SetUser_given`: the sentence of an action whose details have a value that the product knows. */
const isVariant = (key: string): boolean => {
  const [, value = ''] = /^done\.\w+\.[A-Za-z]+_(\w+)$/.exec(key) ?? [];
  return value === 'true' || value === 'false' || product.literals.has(value);
};

/** The call that a phrase is about: that of an action, for its events, requests and API keys, or another that an approver is asked for. */
const callOf = (key: string): string =>
  key
    .replace(/^call\.(\w+\.\w+)\.(?:action|done|many|attempt|request|requestAgain|right)(?:_\w+)?$/, '$1')
    .replace(/^approvals\.what\.(\w+\.[A-Za-z]+)(?:_\w+)?$/, '$1');

test('each phrase is used by the product', () => {
  const used = (key: string) => product.literals.has(key) || templates.some((template) => template.test(key));
  const unused = filesOf('en-US').flatMap((file) => {
    const namespace = file.replace('.json', '');
    return (
      [...phrasesOf(treeOf('en-US', file)).keys()]
        .map(base)
        // The full key, with its namespace, without the group that a caller prepends, or numbered steps, which are taken together.
        .filter((key) => ![key, `${namespace}:${key}`, key.slice(key.indexOf('.') + 1), key.replace(/\.\d+$/, '')].some(used))
        .filter((key) => callOf(key) === key || !product.literals.has(callOf(key)))
        .filter((key) => namespace !== 'audit' || !isVariant(key))
        .map((key) => `${namespace}:${key}`)
    );
  });
  expect(unused).toEqual([]);
});

test('each format is used, except the currency that SPEC.md fixes', () => {
  expect(product.neverRead('Formats')).toEqual(['money']);
});

test('each breakpoint is used, except the one at zero', () => {
  const sheets = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.css'))
    .map((file) => readFileSync(join(root, 'src', file), 'utf8'));
  const used = [...customMedia].filter(([name]) => sheets.some((css) => css.includes(`(${name})`))).map(([, query]) => query);
  const unused = Object.entries(breakpoints).filter(
    ([, px]) => px > 0 && !used.some((query) => query.includes(`${String(px)}px`)),
  );
  expect(unused).toEqual([]);
});

/** Options that only tests set, with the reason to keep each. */
const testOnlyOptions: Readonly<Record<string, string>> = {
  'ClusterOptions.transport': 'tests the transport of another operating system',
};

test('each option of an exported interface is set by the product', () => {
  const unset = product.optionsNeverSet.map(({ name }) => name).filter((name) => !name.endsWith(']'));
  expect(unset).toEqual(Object.keys(testOnlyOptions));
});
