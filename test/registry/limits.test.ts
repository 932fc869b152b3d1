/** The table of limits: docs/configuration.md prints it, and no limit of a rate has its size anywhere else. */
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { durationText } from '../../api/contract/duration.ts';
import { problemStatus } from '../../api/contract/problem.ts';
import type { Limit } from '../../server/config/limit.ts';
import { limitTable } from '../../server/config/limits.ts';

const root = resolve(import.meta.dirname, '../..');
const DOCUMENT = join(root, 'docs/configuration.md');
const BEGIN = '<!-- limits: begin -->';
const END = '<!-- limits: end -->';

const limits = Object.entries<Limit>(limitTable);
const phrases = JSON.parse(readFileSync(join(root, 'locales/en-US/problem.json'), 'utf8')) as Record<string, string>;

const sizeOf = (name: string, { size }: Limit) => (name === 'LIMIT_PARALLEL_HASHES' ? '' : `\`${String(size)}\``);
const readsOf = (name: string, { reads }: Limit) =>
  typeof reads === 'string'
    ? `${String(problemStatus[reads])}: ${(phrases[`${reads}_${name.endsWith('_ADDRESS') ? 'address' : 'until'}`] ?? phrases[reads] ?? '').replaceAll(/{{.*?}}/g, '…')}`
    : reads.instead;

const table = [
  '<!-- prettier-ignore -->',
  '| variable | default | counts | within | given back when | what is read |',
  '|---|---|---|---|---|---|',
  ...limits.map(([name, limit]) =>
    [
      '',
      ` \`${name}\` `,
      ` ${sizeOf(name, limit)} `,
      ` ${limit.counts} `,
      ` ${limit.windowMs === undefined ? '' : durationText('en-US', limit.windowMs)} `,
      ` ${limit.givenBack ?? ''} `,
      ` ${readsOf(name, limit)} `,
      '',
    ].join('|'),
  ),
].join('\n');

test('Each limit of a rate says what gives a hit back, or why nothing does', () => {
  const silent = limits.filter(([, { windowMs, givenBack }]) => (windowMs === undefined) !== (givenBack === undefined));
  expect(silent).toEqual([]);
});

test('No size or window of a limit is anywhere else', () => {
  const own = globSync('server/**/*.ts', { cwd: root }).flatMap((path) =>
    [...readFileSync(join(root, path), 'utf8').matchAll(/throttle\(\s*\w+,\s*\{\s*bucket\b/g)].map(() => path),
  );
  expect(own).toEqual([]);
});

test('The documentation prints the table', () => {
  const document = readFileSync(DOCUMENT, 'utf8');
  const [before = '', rest = ''] = document.split(BEGIN);
  const [, after = ''] = rest.split(END);
  const wanted = `${before}${BEGIN}\n\n${table}\n\n${END}${after}`;
  // `UPDATE_DOCS=1 npm run test:one -- registry/limits` writes it anew.
  if (process.env.UPDATE_DOCS) writeFileSync(DOCUMENT, wanted);
  expect(readFileSync(DOCUMENT, 'utf8')).toBe(wanted);
});
