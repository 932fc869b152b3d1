/** Reads the XML of a part as it is unpacked. Declarations, by which XML can be made to grow, are refused: no workbook has them. */
import sax, { type Tag } from 'sax';
import { WorkbookRefused } from './bounds.ts';

export interface Handlers {
  /** @param name without its prefix */
  readonly open: (name: string, attributes: Readonly<Record<string, string>>) => void;
  readonly text?: (text: string) => void;
  readonly close?: (name: string) => void;
}

/** Elements within each other; a workbook has ten. */
const MAX_DEPTH = 64;

const withoutPrefix = (name: string): string => name.slice(name.indexOf(':') + 1);

/** @throws WorkbookRefused */
export async function readXml(chunks: AsyncIterable<Buffer>, { open, text, close }: Handlers): Promise<void> {
  const parser = sax.parser(true, { position: false });
  let depth = 0;
  parser.onerror = (error) => {
    throw error;
  };
  parser.ondoctype = () => {
    throw new Error('A workbook declares no entities');
  };
  parser.onopentag = ({ name, attributes }) => {
    depth += 1;
    if (depth > MAX_DEPTH) throw new Error('Too many elements within each other');
    open(withoutPrefix(name), attributes as Tag['attributes']);
  };
  parser.onclosetag = (name) => {
    depth -= 1;
    close?.(withoutPrefix(name));
  };
  if (text) parser.ontext = parser.oncdata = text;
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    for await (const chunk of chunks) parser.write(decoder.decode(chunk, { stream: true }));
    parser.write(decoder.decode()).close();
  } catch (error) {
    throw error instanceof WorkbookRefused ? error : new WorkbookRefused('WorkbookBroken', error);
  }
}
