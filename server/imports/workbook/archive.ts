/** The ZIP that a workbook is: its parts by name, each unpacked as it is read. What they unpack to is counted, whatever the archive says of it. */
import { once } from 'node:events';
import { promisify } from 'node:util';
import { fromBuffer, type Entry, type Options, type ZipFile } from 'yauzl';
import { MAX_PARTS, MAX_UNPACKED_BYTES, WorkbookRefused } from './bounds.ts';

const open = promisify<Buffer, Options, ZipFile>(fromBuffer);

export interface Archive {
  readonly has: (name: string) => boolean;
  /** Unpacks a part; one that is not there is empty. @throws WorkbookRefused */
  readonly read: (name: string) => AsyncGenerator<Buffer>;
}

/** @throws WorkbookRefused */
export async function openArchive(bytes: Buffer): Promise<Archive> {
  const zip = await open(bytes, { lazyEntries: true, autoClose: false }).catch(refuse);
  if (zip.entryCount > MAX_PARTS) throw new WorkbookRefused('WorkbookTooLarge');
  const entries = new Map<string, Entry>();
  zip.on('entry', (entry: Entry) => {
    // Of two parts with one name, Excel refuses both.
    if (entries.has(entry.fileName)) zip.emit('error', new Error('A part is there twice'));
    entries.set(entry.fileName, entry);
    zip.readEntry();
  });
  const ended = once(zip, 'end');
  zip.readEntry();
  await ended.catch(refuse);
  let unpackedBytes = 0;
  return {
    has: (name) => entries.has(name),
    async *read(name) {
      const entry = entries.get(name);
      if (!entry) return;
      const stream = await promisify<Entry, NodeJS.ReadableStream>(zip.openReadStream.bind(zip))(entry).catch(refuse);
      try {
        for await (const chunk of stream as AsyncIterable<Buffer>) {
          unpackedBytes += chunk.length;
          if (unpackedBytes > MAX_UNPACKED_BYTES) throw new WorkbookRefused('WorkbookTooLarge');
          yield chunk;
        }
      } catch (error) {
        refuse(error);
      }
    },
  };
}

function refuse(error: unknown): never {
  throw error instanceof WorkbookRefused ? error : new WorkbookRefused('WorkbookBroken', error);
}
