/** Foreign input: every place that parses it is in the inventory, which the documentation lists. */
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { BUDGET_MS, ownInput, places, type Place } from '../../bench/foreignInput/inventory.ts';

const root = join(__dirname, '../..');
const DOCUMENT = join(root, 'docs/security.md');
const BEGIN = '<!-- foreign input: begin -->';
const END = '<!-- foreign input: end -->';

const all: readonly Place[] = Object.values(places);

/** What a parser of foreign input looks like in the sources. */
const PARSES =
  /addContentTypeParser\(|\bJSON\.parse\(|\bjwtVerify\(|inflateRawSync\(|fileTypeFromBuffer\(|\.parts\(\{|new DOMParser\(|\breadXml\(|new X509Certificate\(|verify(?:Authentication|Registration)Response\(/;

const parsing = globSync('server/**/*.ts', { cwd: root })
  .filter((path) => !/^server\/(?:admin|demo)\//.test(path))
  .filter((path) => PARSES.test(readFileSync(join(root, path), 'utf8')));

test('Every file that parses is in the inventory', () => {
  const known = new Set([...all.flatMap(({ files }) => files), ...Object.keys(ownInput)]);
  expect(parsing.length).toBeGreaterThan(20);
  expect(parsing.filter((path) => !known.has(path))).toEqual([]);
});

test('The inventory names files that are there, each once', () => {
  const named = [...all.flatMap(({ files }) => files), ...Object.keys(ownInput)];
  expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  expect(new Set(named).size).toBe(named.length);
});

const table = (): string =>
  [
    '<!-- prettier-ignore -->',
    '| what is parsed | who may send it | counted | refused before it is parsed | in a thread | longest block |',
    '|---|---|---|---|---|---|',
    ...all.map(
      ({ what, sender, counted, limits, thread = 'no' }) =>
        `| ${what} | ${sender} | ${counted} | ${limits} | ${thread} | ${String(BUDGET_MS[sender])} ms |`,
    ),
  ].join('\n');

test('The documentation lists it', () => {
  const document = readFileSync(DOCUMENT, 'utf8');
  const [before = '', rest = ''] = document.split(BEGIN);
  const [, after = ''] = rest.split(END);
  const wanted = `${before}${BEGIN}\n\n${table()}\n\n${END}${after}`;
  // `UPDATE_DOCS=1 npm run test:one -- registry/foreignInput` writes it anew.
  if (process.env.UPDATE_DOCS) writeFileSync(DOCUMENT, wanted);
  expect(readFileSync(DOCUMENT, 'utf8')).toBe(wanted);
});
