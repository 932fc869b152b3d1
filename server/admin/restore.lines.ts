/** The lines of a backup, read as a stream. Nothing in the file is trusted before its proof is verified, which is in its last line. */
import { createReadStream } from 'node:fs';
import { pipeline, type Transform } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { FORMAT, type Head, type Tail } from './backup.ts';
import type { Table } from './backup.tables.ts';

/** A refused restore; the message is shown to the operator. */
export class RestoreRefused extends Error {
  override readonly name = 'RestoreRefused';
}

const NO_BACKUP = 'This file is no backup, or is damaged.';

/** The longest row is an attachment in hexadecimal. A small file can expand to one line without end. */
const MAX_LINE_LENGTH = 256 * 1024 * 1024;

/** Lines including their line ends. @throws RestoreRefused */
export async function* readLines(file: string, maxLength = MAX_LINE_LENGTH): AsyncGenerator<string> {
  const source = pipeline(createReadStream(file), createGunzip(), () => undefined) as Transform;
  source.setEncoding('utf8');
  let pieces: string[] = [];
  let length = 0;
  try {
    for await (const chunk of source as AsyncIterable<string>) {
      const [first = '', ...others] = chunk.split('\n');
      pieces.push(first);
      length += first.length;
      if (length > maxLength) throw new Error(`A line of more than ${String(maxLength)} characters`);
      for (const next of others) {
        yield `${pieces.join('')}\n`;
        pieces = [next];
        length = next.length;
      }
    }
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOENT') throw new RestoreRefused(`There is no file ${file}.`);
    throw new RestoreRefused(NO_BACKUP, { cause: error });
  }
}

type Fields<Shape> = { readonly [Key in keyof Shape]?: unknown };

const isText = (value: unknown): value is string => typeof value === 'string';
const isList = <Item>(value: unknown, isItem: (item: unknown) => item is Item): value is Item[] =>
  Array.isArray(value) && value.every(isItem);

function parse(line: string): object {
  try {
    const value = JSON.parse(line) as unknown;
    if (typeof value === 'object' && value !== null) return value;
  } catch {
    // A line that is no JSON is refused below.
  }
  throw new RestoreRefused(NO_BACKUP);
}

export function parseHead(line: string): Head {
  const { format, schema, at, partitions } = parse(line) as Fields<Head>;
  if (format !== FORMAT) throw new RestoreRefused('This file is no backup.');
  // The text is shown to the operator, whose terminal would obey control characters.
  const isSound = isText(schema) && /^\w{1,100}$/.test(schema) && isText(at) && !Number.isNaN(Date.parse(at));
  if (!isSound || !isList(partitions, isText)) throw new RestoreRefused(NO_BACKUP);
  return { format, schema, at: new Date(at).toISOString(), partitions };
}

/** The line that begins a table, or the last one. */
export function parseSection(line: string): Table | Tail {
  const { table, columns, rows, sha256, keyId, proof } = parse(line) as Fields<Table & Tail>;
  if (isText(table) && isList(columns, isText)) return { table, columns };
  if (typeof rows === 'number' && isText(sha256)) {
    if ((keyId === null || isText(keyId)) && isText(proof)) return { rows, sha256, keyId, proof };
  }
  throw new RestoreRefused(NO_BACKUP);
}
