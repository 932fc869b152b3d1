/** Reads the operations of a PATCH (RFC 7644, 3.5.2). */
import { invalid } from './errors.ts';
import { asText, isList, isObject, valueOf, type Json, type JsonObject } from './json.ts';
import { parsePath, type Path } from './path.ts';

export interface Command {
  readonly op: 'add' | 'replace' | 'remove';
  /** Null: the value names the attributes. */
  readonly path: Path | null;
  readonly value: Json | undefined;
}

const MAX_OPERATIONS = 1000;
/** Maximum for all paths together, in characters: reading long filters takes as long as comparing by them. */
const MAX_PATHS_LENGTH = 64_000;

/** @throws invalidSyntax, invalidPath, noTarget, tooMany */
export function readCommands(body: JsonObject): Command[] {
  const operations = valueOf(body, 'Operations');
  if (!isList(operations)) throw invalid('invalidSyntax', 'syntax', 'Operations are missing.');
  if (operations.length > MAX_OPERATIONS) throw invalid('tooMany', 'tooLarge', 'There are too many operations.');
  let length = 0;
  return operations.map((operation) => {
    if (!isObject(operation)) throw invalid('invalidSyntax', 'syntax', 'An operation is no object.');
    const op = asText(valueOf(operation, 'op'))?.toLowerCase();
    if (op !== 'add' && op !== 'replace' && op !== 'remove')
      throw invalid('invalidSyntax', 'syntax', 'There is no such operation.');
    const path = valueOf(operation, 'path');
    const value = valueOf(operation, 'value');
    if (path == null || path === '') {
      if (op === 'remove') throw invalid('noTarget', 'path', 'What to remove is not named.');
      return { op, path: null, value };
    }
    if (typeof path !== 'string') throw invalid('invalidPath', 'path', 'The path is no text.');
    length += path.length;
    if (length > MAX_PATHS_LENGTH) throw invalid('tooMany', 'tooLarge', 'The paths are too long in all.');
    return { op, path: parsePath(path), value };
  });
}
