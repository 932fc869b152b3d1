/**
 * Reads XML strictly: elements, attributes and text in namespaces, and nothing else. It refuses what it does not know, so that whatever
 * it accepts has one meaning, for every parser.
 */
export interface XmlElement {
  /** The name without its prefix. */
  readonly name: string;
  readonly namespace: string;
  /** Attributes without a namespace. */
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: readonly XmlElement[];
  /** The element's own text, without that of its children. */
  readonly text: string;
  /** Positions in what was read: of the start tag, behind it, and behind the end tag. */
  readonly at: Span;
}

interface Span {
  readonly begin: number;
  readonly content: number;
  readonly end: number;
}

/** What an author of a message may make a parser do. */
export interface XmlLimits {
  /** Maximum of elements and attributes together. */
  readonly parts: number;
  /** Maximum of elements, if lower. */
  readonly elements?: number;
}

export class XmlError extends Error {
  override readonly name = 'XmlError';
}

const MAX_DEPTH = 40;
/** Maximum of an element: libraries compare each with all others. */
const MAX_ATTRIBUTES = 100;
/** Maximum of namespace prefixes in scope: each element that declares one copies all of them. */
const MAX_PREFIXES = 100;
const NAME = '[A-Za-z_][\\w.-]*(?::[A-Za-z_][\\w.-]*)?';
const START = new RegExp(`<(${NAME})`, 'y');
const ATTRIBUTE = new RegExp(`[ \\t\\r\\n]+(${NAME})[ \\t\\r\\n]*=[ \\t\\r\\n]*(?:"([^"<]*)"|'([^'<]*)')`, 'y');
const OPENED = /[ \t\r\n]*(\/?)>/y;
const END = new RegExp(`</(${NAME})[ \\t\\r\\n]*>`, 'y');
const TEXT = /[^<]+/y;

const FORBIDDEN = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/;
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const NO_PREFIXES: ReadonlyMap<string, string> = new Map([['xml', 'http://www.w3.org/XML/1998/namespace']]);

interface Open {
  readonly tag: string;
  readonly element: XmlElement & { readonly children: XmlElement[]; text: string; readonly at: { end: number } };
  readonly prefixes: ReadonlyMap<string, string>;
}

/** Ends as soon as there is more than the limits allow. @throws XmlError */
export function readXml(source: string, limits: XmlLimits): XmlElement {
  if (FORBIDDEN.test(source)) throw new XmlError('A character is not allowed');
  const xml = source.trim();
  const open: Open[] = [];
  let root: XmlElement | undefined;
  let at = 0;
  let parts = 0;
  let elements = 0;
  const take: Take = (pattern) => {
    pattern.lastIndex = at;
    const found = pattern.exec(xml);
    if (found) at = pattern.lastIndex;
    return found;
  };
  while (at < xml.length) {
    const parent = open.at(-1);
    const text = take(TEXT);
    if (text) {
      if (!parent) throw new XmlError('There is text outside of the root');
      parent.element.text += decoded(text[0]);
      continue;
    }
    const end = take(END);
    if (end) {
      const closed = open.pop();
      if (!closed || closed.tag !== end[1]) throw new XmlError('An element is not closed');
      closed.element.at.end = at;
      continue;
    }
    const begin = at;
    const start = take(START);
    if (!start || (root && !parent) || open.length >= MAX_DEPTH) throw new XmlError('There is something else than elements');
    const [, tag = ''] = start;
    const written = takeAttributes(take);
    elements += 1;
    parts += 1 + written.size;
    if (parts > limits.parts || elements > (limits.elements ?? limits.parts))
      throw new XmlError('There are too many elements and attributes');
    const opened = take(OPENED);
    if (!opened) throw new XmlError('An element is not closed');
    const entered = enter(tag, written, parent?.prefixes ?? NO_PREFIXES, { begin, content: at, end: at });
    parent?.element.children.push(entered.element);
    root ??= entered.element;
    if (opened[1] === '') open.push(entered);
  }
  if (!root || open.length > 0) throw new XmlError('An element is not closed');
  return root;
}

/** Reads what the pattern matches at the present position, and moves behind it. */
type Take = (pattern: RegExp) => RegExpExecArray | null;

/** @returns the attributes of a start tag as they are written, with their prefixes */
function takeAttributes(take: Take): Map<string, string> {
  const written = new Map<string, string>();
  for (let next = take(ATTRIBUTE); next; next = take(ATTRIBUTE)) {
    const [, name = '', double, single = ''] = next;
    if (written.has(name)) throw new XmlError('An attribute is there twice');
    if (written.size === MAX_ATTRIBUTES) throw new XmlError('An element has too many attributes');
    written.set(name, decoded(double ?? single));
  }
  return written;
}

/** Resolves the namespaces of a start tag, by the declarations in it and in the elements around it. */
function enter(tag: string, written: ReadonlyMap<string, string>, outer: ReadonlyMap<string, string>, at: Span): Open {
  const attributes = new Map<string, string>();
  const declared = new Map<string, string>();
  for (const [name, value] of written) {
    if (name === 'xmlns') declared.set('', value);
    else if (name.startsWith('xmlns:')) declared.set(name.slice('xmlns:'.length), value);
    else if (!name.includes(':')) attributes.set(name, value);
  }
  const prefixes = declared.size === 0 ? outer : new Map([...outer, ...declared]);
  if (prefixes.size > MAX_PREFIXES) throw new XmlError('There are too many namespaces');
  const namespaceOf = (name: string): string => {
    const prefix = name.includes(':') ? name.slice(0, name.indexOf(':')) : '';
    const namespace = prefixes.get(prefix) ?? (prefix === '' ? '' : undefined);
    if (namespace === undefined) throw new XmlError('A prefix is not declared');
    return namespace;
  };
  for (const name of written.keys()) if (name.includes(':') && !name.startsWith('xmlns:')) namespaceOf(name);
  const element = { name: tag.slice(tag.indexOf(':') + 1), namespace: namespaceOf(tag), attributes, children: [], text: '', at };
  return { tag, element, prefixes };
}

const decoded = (text: string): string =>
  text.replaceAll(/&([^;&]*);?/g, (whole, name: string) => {
    const known = ENTITIES[name];
    if (whole.endsWith(';') && known !== undefined) return known;
    const [, hex, decimal] = /^#(?:x([\da-fA-F]{1,6})|(\d{1,7}))$/.exec(name) ?? [];
    const code = hex === undefined ? Number(decimal ?? 'NaN') : Number.parseInt(hex, 16);
    if (!whole.endsWith(';') || !(code >= 0x9 && code <= 0x10_ffff)) throw new XmlError('An entity is not known');
    const character = String.fromCodePoint(code);
    if (FORBIDDEN.test(character)) throw new XmlError('A character is not allowed');
    return character;
  });

export const childrenOf = (element: XmlElement, namespace: string, name: string): XmlElement[] =>
  element.children.filter((each) => each.name === name && each.namespace === namespace);

/** An element and all its descendants. */
export function* within(element: XmlElement): Generator<XmlElement> {
  yield element;
  for (const child of element.children) yield* within(child);
}
