/** Every phrase key used in the store exists in en-US and in German. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { confirmedWords, unconfirmedWords } from '@store/users/userAct.ts';

const root = resolve(import.meta.dirname, '../..');

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? filesIn(join(folder, entry.name)) : [join(folder, entry.name)],
  );

const source = filesIn(join(root, 'store'))
  .map((file) => readFileSync(file, 'utf8'))
  .join('\n');
const keys = [
  ...new Set(
    [
      ...source.matchAll(
        /'((?:login|mfa|recovery|invite|security|support|users|roles|organisations|audit|common|session):[\w.]+)'/g,
      ),
    ].map(([, key]) => key ?? ''),
  ),
];
/** A recovery code is shown instead of a notice. */
const ofActions = [
  ...confirmedWords.flatMap((words) =>
    ['title', 'body', 'confirm', ...(words === 'recoveryCode' ? [] : ['done'])].map((part) => `users:${words}.${part}`),
  ),
  ...unconfirmedWords.map((words) => `users:${words}.done`),
];

function phrase(locale: string, key: string): unknown {
  const [noun = '', path = ''] = key.split(':');
  const phrases = JSON.parse(readFileSync(join(root, 'locales', locale, `${noun}.json`), 'utf8')) as unknown;
  const find = (last: string): unknown =>
    [...path.split('.').slice(0, -1), last].reduce<unknown>(
      (group, name) => (group as Record<string, unknown> | undefined)?.[name],
      phrases,
    );
  const last = path.split('.').at(-1) ?? '';
  return find(last) ?? find(`${last}_other`);
}

test('the store says something', () => {
  expect(keys).toContain('users:own.undone');
  expect(ofActions).toContain('users:unlock.done');
});

test.each([...keys, ...ofActions].flatMap((key) => ['en-US', 'de'].map((locale) => [key, locale])))('%s in %s', (key, locale) => {
  expect(typeof phrase(locale, key)).toBe('string');
});
