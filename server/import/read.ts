/** Reads the file of another system: which one it is, is decided by the content, and people are read one by one. */
import type { Readable } from 'node:stream';
import Papa from 'papaparse';
import { encodingOf, type TextEncoding } from '../../api/contract/textEncoding.ts';
import { BrokenDocument, elements, type PeoplePath } from './bytes/elements.ts';
import { lines } from './bytes/lines.ts';
import type { Piece } from './bytes/piece.ts';
import { records } from './bytes/records.ts';
import { isObject, type JsonObject } from './json.ts';
import type { ForeignPerson, RefusalCode } from './person.ts';
import { auth0 } from './sources/auth0.ts';
import { django } from './sources/django.ts';
import { firebase } from './sources/firebase.ts';
import { keycloak } from './sources/keycloak.ts';
import { logto } from './sources/logto.ts';
import type { JsonSource, ReadingOptions } from './sources/source.ts';
import { supertokens } from './sources/supertokens.ts';
import { readHeads, rowToPerson, type Heads } from './sources/table.ts';

/** The more telling signs come first. */
const JSON_SOURCES: readonly JsonSource[] = [firebase, supertokens, django, logto, keycloak, auth0];
const TABLE = 'table';
export const SOURCES: readonly string[] = [...JSON_SOURCES.map(({ name }) => name), TABLE];

export type ReadRow = { readonly line: number } & ({ readonly person: ForeignPerson } | { readonly refusal: RefusalCode });

/** A file that no source knows, or that breaks off; the message is shown to the operator. */
export class FileRefused extends Error {
  override readonly name = 'FileRefused';
}

export interface ForeignFile {
  readonly source: string;
  readonly rows: AsyncIterable<ReadRow>;
}

const HEAD_BYTES = 64 * 1024;

/** @throws FileRefused, also while the rows are read */
export async function readForeignFile(file: Readable, options: ReadingOptions = {}): Promise<ForeignFile> {
  const { head, chunks } = await headOf(file);
  const encoding = encodingOf(wholeCharacters(head));
  const utf8 = encoding === 'utf-8' ? chunks : recoded(chunks, encoding);
  const start = new TextDecoder(encoding).decode(head).trimStart();
  if (start === '') throw new FileRefused('The file is empty.');
  const isJson = start.startsWith('{') || start.startsWith('[');
  return isJson ? readJson(piecesOf(start, utf8), options) : readTable(records(utf8));
}

/** The beginning of the file, and the whole of it. */
async function headOf(file: Readable): Promise<{ head: Buffer; chunks: AsyncIterable<Buffer> }> {
  const iterator = file[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  const read: Buffer[] = [];
  let length = 0;
  while (length < HEAD_BYTES) {
    const next = await iterator.next();
    if (next.done === true) break;
    read.push(next.value);
    length += next.value.length;
  }
  async function* all(): AsyncGenerator<Buffer> {
    yield* read.splice(0);
    for (let next = await iterator.next(); next.done !== true; next = await iterator.next()) yield next.value;
  }
  return { head: Buffer.concat(read).subarray(0, HEAD_BYTES), chunks: all() };
}

/** The head may end within a character. */
const wholeCharacters = (head: Buffer): Buffer => {
  let end = head.length;
  if (end < HEAD_BYTES) return head;
  while (end > head.length - 4 && ((head[end - 1] ?? 0) & 0xc0) === 0x80) end -= 1;
  return head.subarray(0, Math.max(end - 1, 0));
};

async function* recoded(chunks: AsyncIterable<Buffer>, encoding: TextEncoding): AsyncGenerator<Buffer> {
  const decoder = new TextDecoder(encoding);
  for await (const chunk of chunks) yield Buffer.from(decoder.decode(chunk, { stream: true }));
  yield Buffer.from(decoder.decode());
}

/** One document, or one object a line. */
function piecesOf(start: string, chunks: AsyncIterable<Buffer>): AsyncGenerator<Piece> {
  const [firstLine = '', secondLine = ''] = start.split('\n', 2);
  if (start.startsWith('{') && isPerson(firstLine) && (secondLine.trim() === '' || secondLine.startsWith('{')))
    return lines(chunks);
  const isListOfRealms = /^\[\s*\{[^{}[\]]*"realm"\s*:/.test(start);
  return documentPieces(chunks, start.startsWith('{') || isListOfRealms ? 'users' : 'root');
}

/** Whether a line is an object of its own, and not a document with a list of people. */
function isPerson(line: string): boolean {
  const object = parseObject(Buffer.from(line));
  return object !== undefined && !Array.isArray(object.users) && object.realm === undefined;
}

async function* documentPieces(chunks: AsyncIterable<Buffer>, path: PeoplePath): AsyncGenerator<Piece> {
  try {
    yield* elements(chunks, path);
  } catch (error) {
    if (error instanceof BrokenDocument)
      throw new FileRefused(`The file is no JSON: it breaks off, or has a bracket too many, in line ${String(error.line)}.`);
    throw error;
  }
}

function textOf(bytes: Buffer): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function parseObject(bytes: Buffer): JsonObject | undefined {
  const text = textOf(bytes);
  if (text === undefined) return undefined;
  try {
    const value: unknown = /__proto__|\\u00/.test(text) ? JSON.parse(text, withoutPrototype) : JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** `__proto__` is a key like any other for JSON.parse, but not for what copies it. */
function withoutPrototype(key: string, value: unknown): unknown {
  if (key === '__proto__') throw new SyntaxError('__proto__ is not a field');
  return value;
}

async function readJson(pieces: AsyncGenerator<Piece>, options: ReadingOptions): Promise<ForeignFile> {
  const before: { line: number; object: JsonObject | RefusalCode }[] = [];
  let source: JsonSource | undefined;
  while (!source) {
    const next = await pieces.next();
    if (next.done === true) throw new FileRefused('No system that is known here writes such a file.');
    const { value: piece } = next;
    if (isBlank(piece)) continue;
    const object = objectOf(piece);
    before.push({ line: piece.line, object });
    source = typeof object === 'string' ? undefined : JSON_SOURCES.find(({ recognises }) => recognises(object));
    if (before.length > MAX_UNKNOWN) throw new FileRefused('No system that is known here writes such a file.');
  }
  const found = source;
  async function* rows(): AsyncGenerator<ReadRow> {
    const read = found.reader(options);
    const rowOf = (line: number, object: JsonObject | RefusalCode): ReadRow | undefined => {
      if (typeof object === 'string') return { line, refusal: object };
      if (!found.recognises(object)) return { line, refusal: 'unreadable' };
      const person = read(object);
      return person && { line, person };
    };
    for (const { line, object } of before) {
      const row = rowOf(line, object);
      if (row) yield row;
    }
    for await (const piece of pieces) {
      if (isBlank(piece)) continue;
      const row = rowOf(piece.line, objectOf(piece));
      if (row) yield row;
    }
  }
  return { source: found.name, rows: rows() };
}

const objectOf = ({ bytes }: Piece): JsonObject | RefusalCode =>
  bytes === 'tooLong' ? 'tooLong' : (parseObject(bytes) ?? 'unreadable');

/** Objects that no source knows, before one that a source knows. */
const MAX_UNKNOWN = 100;

const isBlank = ({ bytes }: Piece): boolean => bytes !== 'tooLong' && bytes.length < 64 && /^\s*$/.test(bytes.toString('latin1'));

/** Spreadsheets separate by semicolons where the decimal sign is a comma. */
function delimiterOf(heads: string): string {
  const count = (mark: string) => heads.split(mark).length;
  return [';', '\t', '|'].reduce((best, mark) => (count(mark) > count(best) ? mark : best), ',');
}

async function readTable(pieces: AsyncGenerator<Piece>): Promise<ForeignFile> {
  const first = await pieces.next();
  const headBytes = first.done === true ? 'tooLong' : first.value.bytes;
  const headText = headBytes === 'tooLong' ? '' : (textOf(headBytes) ?? '').replace(/^\uFEFF/, '');
  const delimiter = delimiterOf(headText);
  const cellsOf = (text: string): readonly string[] => Papa.parse<string[]>(text, { delimiter, newline: '\n' }).data[0] ?? [];
  const headCells = cellsOf(headText.replace(/\r$/, ''));
  const heads = readHeads(headCells);
  if (!heads) throw new FileRefused('No system that is known here writes such a file.');
  return { source: TABLE, rows: tableRows(pieces, heads, headCells.length, cellsOf) };
}

async function* tableRows(
  pieces: AsyncGenerator<Piece>,
  heads: Heads,
  width: number,
  cellsOf: (text: string) => readonly string[],
): AsyncGenerator<ReadRow> {
  for await (const piece of pieces) {
    const { line, bytes } = piece;
    if (isBlank(piece)) continue;
    const text = bytes === 'tooLong' ? bytes : textOf(bytes);
    if (bytes === 'tooLong' || text === undefined) {
      yield { line, refusal: bytes === 'tooLong' ? 'tooLong' : 'unreadable' };
      continue;
    }
    const cells = cellsOf(text.replace(/\r$/, ''));
    yield cells.length === width ? { line, person: rowToPerson(heads, cells) } : { line, refusal: 'unreadable' };
  }
}
