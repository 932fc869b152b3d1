/** docs/configuration.md has each variable that the program reads, with the default that it has. */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { readConfig } from '../../server/config/config.ts';
import { variables } from '../../server/config/environment.ts';

const root = resolve(import.meta.dirname, '../..');
const textOf = (path: string): string => readFileSync(join(root, path), 'utf8');

/** Variables whose default depends on this machine. */
const computed = ['LIMIT_PARALLEL_HASHES'];

const documented = new Map(
  textOf('docs/configuration.md')
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) => line.split('|').map((cell) => cell.trim().replaceAll('`', '')))
    .map(([, name = '', fallback = '']) => [name, fallback]),
);

test('each variable is documented, and no other', () => {
  expect([...documented.keys()].filter((name) => name !== 'OTEL_*').sort()).toEqual(variables.toSorted());
});

test('each default is the one of the program', () => {
  const { DATA_DIR: _dataDir, ...defaults } = readConfig({});
  const wrong = Object.entries(defaults)
    .filter(([name]) => documented.has(name) && !computed.includes(name))
    .filter(
      ([name, value]) => (typeof value === 'string' || typeof value === 'number') && documented.get(name) !== String(value),
    );
  expect(wrong).toEqual([]);
});
