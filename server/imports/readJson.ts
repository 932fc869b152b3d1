/** Reads JSON of another system: one document with a list of people, or one object a line. */
import type { ImportRefusal } from '../../api/contract/imports.shapes.ts';
import { BrokenDocument, elements, type PeoplePath } from './bytes/elements.ts';
import { lines } from './bytes/lines.ts';
import { isBlank, utf8Of, type Piece } from './bytes/piece.ts';
import { FileRefused, type ForeignFile, type ReadRow } from './foreignFile.ts';
import { isObject, type JsonObject } from './json.ts';
import { isTooLong } from './person.ts';
import { auth0 } from './sources/auth0.ts';
import { django } from './sources/django.ts';
import { firebase } from './sources/firebase.ts';
import { keycloak } from './sources/keycloak.ts';
import { logto } from './sources/logto.ts';
import type { JsonSource, ReadingOptions } from './sources/source.ts';
import { supertokens } from './sources/supertokens.ts';

/** The more telling signs come first. */
export const JSON_SOURCES: readonly JsonSource[] = [firebase, supertokens, django, logto, keycloak, auth0];

/** One document, or one object a line. */
export function piecesOf(start: string, chunks: AsyncIterable<Buffer>): AsyncGenerator<Piece> {
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
    if (error instanceof BrokenDocument) throw new FileRefused('FileBroken', error.line);
    throw error;
  }
}

function parseObject(bytes: Buffer): JsonObject | undefined {
  const text = utf8Of(bytes);
  if (text === undefined) return undefined;
  try {
    const value: unknown = /__proto__|\\u00(?:5f|6f|7[024])/i.test(text) ? JSON.parse(text, withoutPrototype) : JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** `__proto__` is a key like any other for JSON.parse, but not for what copies it. Looking at each value takes long: only where it may be there. */
function withoutPrototype(key: string, value: unknown): unknown {
  if (key === '__proto__') throw new SyntaxError('__proto__ is not a field');
  return value;
}

export async function readJson(pieces: AsyncGenerator<Piece>, options: ReadingOptions): Promise<ForeignFile> {
  const before: { piece: Piece; object: JsonObject | ImportRefusal }[] = [];
  let source: JsonSource | undefined;
  while (!source) {
    const next = await pieces.next();
    if (next.done === true) throw new FileRefused('FileUnknown');
    const { value: piece } = next;
    if (isBlank(piece)) continue;
    const object = objectOf(piece);
    before.push({ piece, object });
    source = typeof object === 'string' ? undefined : JSON_SOURCES.find(({ recognises }) => recognises(object));
    if (before.length > MAX_UNKNOWN) throw new FileRefused('FileUnknown');
  }
  const found = source;
  async function* rows(): AsyncGenerator<ReadRow> {
    const read = found.reader(options);
    const rowOf = ({ line, surrounding = {} }: Piece, object: JsonObject | ImportRefusal): ReadRow | undefined => {
      if (typeof object === 'string') return { line, refusal: object };
      if (!found.recognises(object)) return { line, refusal: 'unreadable' };
      const person = read(object, surrounding);
      return person && (isTooLong(person) ? { line, refusal: 'tooLong' } : { line, person });
    };
    for (const { piece, object } of before) {
      const row = rowOf(piece, object);
      if (row) yield row;
    }
    for await (const piece of pieces) {
      if (isBlank(piece)) continue;
      const row = rowOf(piece, objectOf(piece));
      if (row) yield row;
    }
  }
  return { source: found.name, rows: rows() };
}

const objectOf = ({ bytes }: Piece): JsonObject | ImportRefusal =>
  bytes === 'tooLong' ? 'tooLong' : (parseObject(bytes) ?? 'unreadable');

/** Objects that no source knows, before one that a source knows. */
const MAX_UNKNOWN = 100;
