/** Each test that the tables of the documentation name exists, with the part of its title that they quote. */
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../..');
const textOf = (path: string) => readFileSync(join(root, path), 'utf8');

interface Named {
  readonly finding: string;
  readonly path: string;
  /** `…` matches any text; undefined: the whole file. */
  readonly title: string | undefined;
}

const rowsOf = (document: string): string[][] =>
  textOf(document)
    // Made by `effects.test.ts`: calls, not findings.
    .replace(/<!-- effects: begin -->.*<!-- effects: end -->/s, '')
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('| finding'))
    .map((line) => line.slice(1, -1).split(' | '));

/** The tests in the last cell of each row: paths in backquotes, each followed by quoted parts of titles, or none. */
function testsNamedIn(document: string): Named[] {
  return rowsOf(document).flatMap((cells) => {
    const finding = (cells[0] ?? '').trim();
    const named: Named[] = [];
    let path = '';
    for (const [, code, title] of (cells.at(-1) ?? '').matchAll(/`([^`]+)`|“([^”]+)”/g)) {
      if (title === undefined) path = code ?? '';
      if (/\.test\.tsx?$/.test(path)) named.push({ finding, path: `test/${path}`, title });
    }
    return named;
  });
}

const pattern = (title: string) =>
  new RegExp(
    title
      .split(/\s*…\s*/)
      .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
      .join('.*'),
  );
/** What a file gives to `test`, `it`, `describe` and their tables as titles, and any other text of one line in quotes. */
const quotedIn = (text: string): string[] => [...text.matchAll(/(['"`])((?:\\.|(?!\1).)*)\1/g)].map(([, , inner = '']) => inner);

describe.each(['docs/security.md', 'docs/operating.md'])('%s', (document) => {
  const named = testsNamedIn(document);

  test('names a test in nearly every row', () => {
    expect(new Set(named.map(({ finding }) => finding)).size).toBeGreaterThanOrEqual(10);
  });

  test.each(named)('$finding: $path $title', ({ path, title }) => {
    expect([path, existsSync(join(root, path))]).toEqual([path, true]);
    if (title !== undefined) expect(quotedIn(textOf(path)).some((text) => pattern(title).test(text))).toBe(true);
  });
});

test('docs/security.md has each finding, nothing open, and a test in each row', () => {
  const document = 'docs/security.md';
  const findings = new Set(rowsOf(document).map(([finding = '']) => finding.trim()));
  const wanted = [
    ...Array.from({ length: 25 }, (_, index) => String(index + 1)),
    ...Array.from({ length: 9 }, (_, index) => `S${String(index + 1)}`),
  ];
  expect(wanted.filter((finding) => !findings.has(finding))).toEqual([]);
  expect(textOf(document)).not.toMatch(/\bOpen:/);
  expect(rowsOf(document).filter((cells) => !/\.test\.tsx?`/.test(cells.at(-1) ?? ''))).toEqual([]);
});
