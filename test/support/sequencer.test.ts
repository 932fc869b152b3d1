import LongestFirst from './sequencer.ts';
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

test('Shards hold each file once and take about the same time', () => {
  const files = [9, 1, 4, 7, 2, 5, 8, 3, 6].map((kilobytes) => fileOf(kilobytes, `${String(kilobytes)}.test.ts`));
  const shards = [1, 2, 3].map((shardIndex) => new LongestFirst().shard(files, { shardIndex, shardCount: 3 }));
  const sizes = shards.map((shard) => shard.reduce((sum, { path }) => sum + Number(/(\d+)\.test/.exec(path)?.[1]), 0));
  expect(shards.flat().toSorted((one, other) => files.indexOf(one) - files.indexOf(other))).toEqual(files);
  expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(2);
});

test('The order in which files are found changes no shard', () => {
  const files = ['a', 'b', 'c', 'd', 'e'].map((name) => fileOf(1, `${name}.test.ts`));
  const shardOf = (tests: typeof files) => new LongestFirst().shard(tests, { shardIndex: 1, shardCount: 2 });
  expect(shardOf(files.toReversed())).toEqual(shardOf(files));
});
