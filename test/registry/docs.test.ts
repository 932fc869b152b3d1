/** The documentation names tests that exist, and files that exist. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../..');
const textOf = (path: string) => readFileSync(join(root, path), 'utf8');

const documents = ['README.md', 'CONTRIBUTING.md', ...globSync('docs/*.md', { cwd: root })];

test.each(documents)('the tests and files that %s names are there', (document) => {
  const text = textOf(document);
  const tests = [...text.matchAll(/`(?:test\/)?([\w/.-]+\.test\.tsx?)`/g)].map(([, path = '']) => `test/${path}`);
  const linked = [...text.matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map(([, path = '']) => join(dirname(document), path));
  const named = [...text.matchAll(/`((?:api|store|src|server|locales|test|bench|deploy|docs)\/[\w/.-]+\.\w+)`/g)]
    .map(([, path = '']) => path)
    .filter((path) => !path.includes('.test.'));
  expect([...tests, ...linked, ...named].filter((path) => !existsSync(join(root, path)))).toEqual([]);
});

test('each finding of docs/security.md has a test in its row', () => {
  const rows = textOf('docs/security.md')
    // `effects.test.ts` makes this part, which names calls.
    .replace(/<!-- effects: begin -->.*<!-- effects: end -->/s, '')
    .split('\n')
    .filter((line) => /^\| [SO]?\d/.test(line))
    .map((line) => line.slice(1, -1).split(' | '));
  expect(rows.filter((cells) => !/\.test\.tsx?`/.test(cells.at(-1) ?? '')).map(([finding]) => finding)).toEqual([]);
});
