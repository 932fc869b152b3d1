/** The calls of SPEC.md point 7, one per line of spec.calls.txt: method, path, query parameter, body type. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface SpecCall {
  /** The line itself, for test titles. */
  readonly line: string;
  readonly method: string;
  /** The path below `/api`, with SPEC.md's parameter names. */
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
