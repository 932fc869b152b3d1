/** Worker thread that reads a workbook: seconds of work, and as much memory as is allowed to it. */
import { parentPort, workerData } from 'node:worker_threads';
import { openArchive } from './archive.ts';
import { MAX_TEXT_BYTES, WorkbookRefused } from './bounds.ts';
import { firstSheet } from './parts.ts';
import { readRows } from './rows.ts';
import { readTexts } from './texts.ts';

export type FromThread =
  | { readonly kind: 'sheet'; readonly name: string }
  /** Lines of CSV. */
  | { readonly kind: 'lines'; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly kind: 'refused'; readonly code: WorkbookRefused['code'] };

const BLOCK_BYTES = 64 * 1024;

const post = (message: FromThread, ...transferred: ArrayBuffer[]) => parentPort?.postMessage(message, transferred);

/** Collects lines to blocks, as a file would be read. */
function blocks() {
  let [lines, characters, total] = ['', 0, 0];
  const send = () => {
    const bytes = new TextEncoder().encode(lines);
    total += bytes.length;
    if (total > MAX_TEXT_BYTES) throw new WorkbookRefused('WorkbookTooLarge');
    post({ kind: 'lines', bytes }, bytes.buffer);
    [lines, characters] = ['', 0];
  };
  return {
    write: (line: string): void => {
      lines += line;
      characters += line.length;
      if (characters >= BLOCK_BYTES) send();
    },
    end: send,
  };
}

try {
  const archive = await openArchive(Buffer.from((workerData as Uint8Array<ArrayBuffer>).buffer));
  const { sheetName, sheetPart, textsPart } = await firstSheet(archive);
  post({ kind: 'sheet', name: sheetName });
  const { write, end } = blocks();
  await readRows(archive.read(sheetPart), await readTexts(archive.read(textsPart)), write);
  end();
} catch (error) {
  if (!(error instanceof WorkbookRefused)) throw error;
  post({ kind: 'refused', code: error.code });
}
