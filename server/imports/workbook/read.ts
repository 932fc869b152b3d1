/**
 * Reads the first sheet of a workbook (.xlsx) in a thread, one workbook at a time. The texts are a part of their own in the file, so
 * the whole file has to be in memory.
 */
import { setImmediate as turnOfOthers } from 'node:timers/promises';
import { MINUTE } from '../../clock.ts';
import { ThreadTimeout, threadMessages } from '../../process/thread.ts';
import { FileRefused } from '../foreignFile.ts';
import { MAX_WORKBOOK_BYTES } from './bounds.ts';
import type { FromThread } from './thread.ts';

interface Sheet {
  readonly name: string;
  /** Its rows as CSV with commas: one line for each row, without line breaks in cells. */
  readonly lines: AsyncIterable<Buffer>;
}

const THREAD_LIMIT_MS = MINUTE;
/** Beside the bytes that are counted: the parser's strings, which are soon gone. */
const resourceLimits = { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 16 };

let last: Promise<unknown> = Promise.resolve();

/** @throws FileRefused */
export async function readWorkbook(chunks: AsyncIterable<Buffer>): Promise<Sheet> {
  // The next one is not in memory before it has its turn: its sender waits.
  const reading = last.then(async () => readInThread(await wholeFile(chunks)));
  last = reading.catch(() => undefined);
  return reading;
}

async function wholeFile(chunks: AsyncIterable<Buffer>): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    length += chunk.length;
    if (length > MAX_WORKBOOK_BYTES) throw new FileRefused('WorkbookTooLarge');
    parts.push(chunk);
  }
  const whole = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** Messages of a broken end of the thread: its memory, not a fault of ours. */
const isOutOfMemory = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY';

async function readInThread(bytes: Uint8Array<ArrayBuffer>): Promise<Sheet> {
  let name = '';
  const lines: Buffer[] = [];
  const file = new URL('./thread.ts', import.meta.url);
  const options = { workerData: bytes, transferList: [bytes.buffer], limitMs: THREAD_LIMIT_MS, resourceLimits };
  try {
    for await (const message of threadMessages<FromThread>(file, options)) {
      if (message.kind === 'refused') throw new FileRefused(message.code);
      if (message.kind === 'sheet') ({ name } = message);
      else lines.push(Buffer.from(message.bytes.buffer));
    }
  } catch (error) {
    throw error instanceof ThreadTimeout || isOutOfMemory(error) ? new FileRefused('WorkbookTooLarge') : error;
  }
  return { name, lines: released(lines) };
}

/** What has been read is let go, and is not read in one turn of the event loop. */
async function* released(lines: Buffer[]): AsyncGenerator<Buffer> {
  for (let next = lines.shift(); next; next = lines.shift()) {
    yield next;
    await turnOfOthers();
  }
}
