/** SPEC.md point 7 as data: each of its calls on a line, with the names of its query and the way its body travels. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface SpecCall {
  /** The line itself, to name a test after. */
  readonly line: string;
  readonly method: string;
  /** Below `/api`, with SPEC.md's own names of the parameters. */
  readonly path: string;
  readonly query: readonly string[];
  readonly body: string | undefined;
}

export const specCalls: readonly SpecCall[] = readFileSync(join(import.meta.dirname, 'spec.calls.txt'), 'utf8')
  .trim()
  .split('\n')
  .map((line) => {
    const [method = '', address = '', body] = line.split(' ');
    const [path = '', query] = address.split('?');
    return { line, method, path, query: query === undefined ? [] : [query], body };
  });
