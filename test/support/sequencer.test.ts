import LongestFirst, { divide } from './sequencer.ts';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'gatehouse-sequencer-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const context = { config: { displayName: { name: 'server' } } };
const fileOf = (kilobytes: number, name: string) => {
  const path = join(folder, name);
  writeFileSync(path, 'x'.repeat(kilobytes * 1024));
  return { path, context };
};

test('Parts hold each file once and take about the same time', () => {
  const files = [9, 1, 4, 7, 2, 5, 8, 3, 6].map((kilobytes) => fileOf(kilobytes, `${String(kilobytes)}.test.ts`));
  const parts = divide(files, 3);
  const sizes = parts.map((part) => part.reduce((sum, { path }) => sum + Number(/(\d+)\.test/.exec(path)?.[1]), 0));
  expect(parts.flat().toSorted((one, other) => files.indexOf(one) - files.indexOf(other))).toEqual(files);
  expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(2);
});

test('The order in which files are found changes no part', () => {
  const files = ['a', 'b', 'c', 'd', 'e'].map((name) => fileOf(1, `${name}.test.ts`));
  expect(divide(files.toReversed(), 2)).toEqual(divide(files, 2));
});

test('The shards together have each file, measured or not', () => {
  const files = [
    fileOf(1, 'new.test.ts'),
    { path: join(import.meta.dirname, '../server/db/rowStream.extended.test.ts'), context },
  ];
  const shards = [1, 2, 3].map((shardIndex) => new LongestFirst().shard(files, { shardIndex, shardCount: 3 }));
  expect(shards.flat()).toHaveLength(2);
  expect(new Set(shards.flat())).toEqual(new Set(files));
});
