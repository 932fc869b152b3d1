/** Memory per history entry is bounded. */
import { HistoryMemory } from '@src/navigation/historyMemory.ts';

test('keeps the hundred most recently used entries', () => {
  const memory = new HistoryMemory<number>();
  for (let entry = 1; entry <= 100; entry += 1) memory.set(`key${String(entry)}`, entry);
  expect(memory.get('key1')).toBe(1);
  memory.set('key1', 1000);
  memory.set('new', 0);
  expect(memory.get('key1')).toBe(1000);
  expect(memory.get('key2')).toBeUndefined();
  expect(memory.get('key3')).toBe(3);
});
