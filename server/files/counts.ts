/** Counts the operations on a file store for metrics, and remembers the outcome of the last one. */
import type { FileOperation, FileStore, Outcome } from './store.ts';

interface OperationCounts {
  note(operation: FileOperation, outcome: Outcome): void;
  all(): FileStore['counts'];
  readonly isUp: boolean;
}

export function operationCounts(): OperationCounts {
  const counts = new Map<string, { operation: FileOperation; outcome: Outcome; count: number }>();
  let isUp = true;
  return {
    note(operation, outcome) {
      isUp = outcome === 'success';
      const key = `${operation} ${outcome}`;
      const counted = counts.get(key) ?? { operation, outcome, count: 0 };
      counted.count += 1;
      counts.set(key, counted);
    },
    all: () => [...counts.values()],
    get isUp() {
      return isUp;
    },
  };
}
