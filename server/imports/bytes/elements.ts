/**
 * Cuts the people out of one JSON document, however large: the elements of the list at the root (`[…]`), or of the lists `users` of an object
 * at the root, or of the objects in a list at the root. A tokenizer of a library makes objects of every bracket and keeps strings of any length; here only bytes are
 * counted, each person is parsed apart, and one who is too long is skipped.
 */
import { MAX_PIECE_BYTES, type Piece } from './piece.ts';

const [QUOTE, BACKSLASH, LINE_FEED, COLON, COMMA] = [0x22, 0x5c, 0x0a, 0x3a, 0x2c];
const [OPEN_OBJECT, CLOSE_OBJECT, OPEN_LIST, CLOSE_LIST] = [0x7b, 0x7d, 0x5b, 0x5d];
/** Brackets within brackets; people have five levels. */
const MAX_DEPTH = 64;
/** Keys, and texts of the object that has the list: a domain has 253. */
const TEXT_BYTES = 256;
/** Of what the object says beside its people. */
const MAX_SURROUNDING = 500;

/** The document breaks off, or its brackets are not in pairs. */
export class BrokenDocument extends Error {
  override readonly name = 'BrokenDocument';
  readonly line: number;
  constructor(line: number) {
    super(`No JSON in line ${String(line)}`);
    this.line = line;
  }
}

/** Where the people are: in the list that is the document, or in lists `users`. */
export type PeoplePath = 'root' | 'users';

export async function* elements(chunks: AsyncIterable<Buffer>, path: PeoplePath): AsyncGenerator<Piece> {
  const cutter = new Cutter(path);
  for await (const chunk of chunks) yield* cutter.cut(chunk);
  if (!cutter.isComplete) throw new BrokenDocument(cutter.line);
}

class Cutter {
  line = 1;
  readonly #path: PeoplePath;
  readonly #open: number[] = [];
  #inString = false;
  #isEscaped = false;
  /** The string that was read last outside of people. */
  #text = '';
  /** Of the value that comes next. */
  #key = '';
  readonly #said = new Map<string, string>();
  #surrounding: Readonly<Record<string, string>> = {};
  #isPeople = false;
  #peopleDepth = -1;
  #began: { readonly line: number; readonly depth: number; parts: Buffer[]; length: number } | undefined;

  constructor(path: PeoplePath) {
    this.#path = path;
  }

  get isComplete(): boolean {
    return this.#open.length === 0 && !this.#inString;
  }

  #startsPeople(): boolean {
    if (this.#isPeople) return false;
    if (this.#path === 'root') return this.#open.length === 0;
    return this.#isBesidePeople() && this.#key === 'users';
  }

  /** Whether it is in the object that has the list, or will have it. */
  #isBesidePeople(): boolean {
    const level = this.#open[0] === OPEN_LIST ? 2 : 1;
    return this.#path === 'users' && this.#open.length === level && this.#open.at(-1) === OPEN_OBJECT;
  }

  *cut(chunk: Buffer): Generator<Piece> {
    let start = 0;
    for (let at = 0; at < chunk.length; at += 1) {
      const byte = chunk[at] as number;
      if (byte === LINE_FEED) this.line += 1;
      if (this.#inString) {
        this.#readString(byte);
        continue;
      }
      if (byte === QUOTE) [this.#inString, this.#text] = [true, ''];
      else if (byte === COLON || byte === COMMA) this.#key = byte === COLON ? this.#text : '';
      else if (byte === OPEN_OBJECT || byte === OPEN_LIST) {
        if (byte === OPEN_OBJECT && !this.#began && this.#isChildOfPeople()) {
          this.#began = { line: this.line, depth: this.#open.length, parts: [], length: 0 };
          start = at;
        }
        this.#openBracket(byte);
      } else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) {
        this.#closeBracket(byte);
        const piece = this.#ended(chunk.subarray(start, at + 1));
        if (piece) yield piece;
      }
    }
    this.#keep(chunk.subarray(start));
  }

  #readString(byte: number): void {
    if (this.#isEscaped) this.#isEscaped = false;
    else if (byte === BACKSLASH) this.#isEscaped = true;
    else if (byte === QUOTE) this.#endString();
    else if (!this.#began && this.#text.length < TEXT_BYTES) this.#text += String.fromCharCode(byte);
  }

  #endString(): void {
    this.#inString = false;
    if (this.#key !== '' && this.#isBesidePeople() && this.#said.size < MAX_SURROUNDING) this.#said.set(this.#key, this.#text);
  }

  #isChildOfPeople(): boolean {
    return this.#isPeople && this.#open.length === this.#peopleDepth;
  }

  #openBracket(byte: number): void {
    if (byte === OPEN_LIST && this.#startsPeople()) {
      this.#isPeople = true;
      this.#surrounding = Object.fromEntries(this.#said);
      this.#peopleDepth = this.#open.length + 1;
    }
    if (this.#open.length >= MAX_DEPTH) throw new BrokenDocument(this.line);
    this.#open.push(byte);
    [this.#text, this.#key] = ['', ''];
    if (!this.#isPeople && this.#isBesidePeople()) this.#said.clear();
  }

  #closeBracket(byte: number): void {
    const opened = this.#open.pop();
    if (opened !== (byte === CLOSE_OBJECT ? OPEN_OBJECT : OPEN_LIST)) throw new BrokenDocument(this.line);
    if (this.#isPeople && this.#open.length < this.#peopleDepth) [this.#isPeople, this.#peopleDepth] = [false, -1];
  }

  #ended(part: Buffer): Piece | undefined {
    if (!this.#began || this.#open.length !== this.#began.depth) return undefined;
    this.#keep(part);
    const { line, parts, length } = this.#began;
    this.#began = undefined;
    return { line, bytes: length > MAX_PIECE_BYTES ? 'tooLong' : Buffer.concat(parts), surrounding: this.#surrounding };
  }

  #keep(part: Buffer): void {
    if (!this.#began) return;
    this.#began.length += part.length;
    if (this.#began.length > MAX_PIECE_BYTES) this.#began.parts = [];
    else this.#began.parts.push(part);
  }
}
