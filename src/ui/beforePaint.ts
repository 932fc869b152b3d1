/** Measures before the next paint, when the browser lays the page out anyway: at once, it would have to do so once more. */
import { flushSync } from 'react-dom';

const waiting = new Set<() => void>();

function measureAll(): void {
  const measures = [...waiting];
  waiting.clear();
  // What they find out is drawn in the same frame.
  flushSync(() => {
    for (const measure of measures) measure();
  });
}

/** @returns takes the measurement back */
export function beforePaint(measure: () => void): () => void {
  if (waiting.size === 0) requestAnimationFrame(measureAll);
  waiting.add(measure);
  return () => {
    waiting.delete(measure);
  };
}
