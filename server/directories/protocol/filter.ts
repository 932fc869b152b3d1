/** The filter language (RFC 7644, 3.4.2.2), limited in length, depth and terms. Pure: what an attribute means is decided elsewhere. */
import { invalid } from './errors.ts';

export type Operator = 'eq' | 'ne' | 'co' | 'sw' | 'ew' | 'gt' | 'ge' | 'lt' | 'le' | 'pr';
export type Literal = string | number | boolean | null;

export type Filter =
  | { readonly kind: 'and' | 'or'; readonly left: Filter; readonly right: Filter }
  | { readonly kind: 'not'; readonly inner: Filter }
  /** `path`: the name in lower case, without the name of a core schema. `within`: `emails[type eq "work"]`. */
  | {
      readonly kind: 'term';
      readonly path: string;
      readonly within?: Filter;
      readonly op: Operator;
      readonly value: Literal;
    };

const MAX_LENGTH = 1000;
const MAX_DEPTH = 6;
const MAX_TERMS = 20;

const token = /\s*(?:([()[\]])|("(?:[^"\\]|\\.)*")|([^\s()[\]"]+))/y;
const operators: ReadonlySet<string> = new Set(['eq', 'ne', 'co', 'sw', 'ew', 'gt', 'ge', 'lt', 'le', 'pr']);
const attribute = /^(?:urn:[\w.:-]+:)?[a-z$][\w$-]*(?:\.[a-z$][\w$-]*)?$/i;

const fault = (detail: string) => invalid('invalidFilter', 'filter', detail);

/** @throws invalidFilter */
export function parseFilter(text: string): Filter {
  if (text.length > MAX_LENGTH) throw fault('The filter is too long.');
  const parser = new Parser(tokensOf(text));
  const filter = parser.either(0);
  if (!parser.isAtEnd()) throw fault('The filter goes on after its end.');
  return filter;
}

function tokensOf(text: string): string[] {
  const tokens: string[] = [];
  token.lastIndex = 0;
  while (text.slice(token.lastIndex).trim() !== '') {
    const found = token.exec(text);
    if (!found) throw fault('A quotation mark has no counterpart.');
    tokens.push(found[1] ?? found[2] ?? found[3] ?? '');
  }
  return tokens;
}

class Parser {
  readonly #tokens: readonly string[];
  #at = 0;
  #terms = 0;

  constructor(tokens: readonly string[]) {
    this.#tokens = tokens;
  }

  isAtEnd = (): boolean => this.#at >= this.#tokens.length;

  #peek = (): string => this.#tokens[this.#at] ?? '';
  #isWord = (word: string): boolean => this.#peek().toLowerCase() === word;

  #take(): string {
    const taken = this.#tokens[this.#at];
    if (taken === undefined) throw fault('The filter ends too early.');
    this.#at += 1;
    return taken;
  }

  #expect(wanted: string): void {
    if (this.#take() !== wanted) throw fault(`A "${wanted}" is missing.`);
  }

  either(depth: number): Filter {
    if (depth > MAX_DEPTH) throw fault('The filter is nested too deeply.');
    let left = this.#both(depth);
    while (this.#isWord('or')) {
      this.#take();
      left = { kind: 'or', left, right: this.#both(depth) };
    }
    return left;
  }

  #both(depth: number): Filter {
    let left = this.#one(depth);
    while (this.#isWord('and')) {
      this.#take();
      left = { kind: 'and', left, right: this.#one(depth) };
    }
    return left;
  }

  #one(depth: number): Filter {
    if (this.#isWord('not') && this.#tokens[this.#at + 1] === '(') {
      this.#take();
      return { kind: 'not', inner: this.#group(depth) };
    }
    return this.#peek() === '(' ? this.#group(depth) : this.#term(depth);
  }

  #group(depth: number): Filter {
    this.#expect('(');
    const inner = this.either(depth + 1);
    this.#expect(')');
    return inner;
  }

  #term(depth: number): Filter {
    this.#terms += 1;
    if (this.#terms > MAX_TERMS) throw fault('The filter has too many terms.');
    const name = this.#take();
    if (!attribute.test(name)) throw fault('An attribute has no valid name.');
    let path = plainName(name);
    let within: Filter | undefined;
    if (this.#peek() === '[') {
      this.#take();
      within = this.either(depth + 1);
      this.#expect(']');
      // `emails[type eq "work"]` alone asks whether there is one.
      if (this.isAtEnd() || ['and', 'or', ')', ']'].includes(this.#peek().toLowerCase()))
        return { kind: 'term', path, within, op: 'pr', value: null };
      if (this.#peek().startsWith('.')) path += this.#take().toLowerCase();
    }
    const op = this.#take().toLowerCase();
    if (!operators.has(op)) throw fault(`There is no operator "${op}".`);
    const value = op === 'pr' ? null : literalOf(this.#take());
    return { kind: 'term', path, ...(within && { within }), op: op as Operator, value };
  }
}

/** An unquoted word counts as text, as in one of Entra's examples. */
function literalOf(text: string): Literal {
  if ('()[]'.includes(text)) throw fault('A value is missing.');
  try {
    return JSON.parse(text) as Literal;
  } catch {
    if (text.startsWith('"')) throw fault('A value is no JSON text.');
    return /^true$/i.test(text) ? true : /^false$/i.test(text) ? false : text;
  }
}

const coreSchema = /^urn:ietf:params:scim:schemas:core:2\.0:(?:user|group):/;

/** The number of comparisons. */
export const termsOf = (filter: Filter): number =>
  filter.kind === 'term'
    ? 1 + (filter.within ? termsOf(filter.within) : 0)
    : filter.kind === 'not'
      ? termsOf(filter.inner)
      : termsOf(filter.left) + termsOf(filter.right);

/** The name in lower case, without the schema of users and groups themselves. */
export const plainName = (name: string): string => name.toLowerCase().replace(coreSchema, '');
