/** Parses a list without blocking the event loop: a short one here, a long one in a worker thread. */
import { MINUTE } from '../clock.ts';
import { problem } from '../http/problem.ts';
import { ThreadTimeout, threadMessages } from '../process/thread.ts';
import { readHead, readParts, type ListHead, type ListPart } from './list.ts';
import type { FromThread } from './thread.ts';

export interface DirectoryList {
  readonly head: ListHead;
  /** Number of rows, including faulty ones. */
  readonly count: number;
  readonly parts: readonly ListPart[];
}

/** So much is parsed within a few milliseconds; starting a thread takes longer. */
const SHORT_BYTES = 8 * 1024;
/** The longest list takes seconds. */
const THREAD_LIMIT_MS = MINUTE;

/** @throws BadRequest, Invalid */
export function readList(body: Uint8Array): Promise<DirectoryList> | DirectoryList {
  if (body.byteLength > SHORT_BYTES) return readInThread(body);
  const { head, users } = readHead(body);
  return { head, count: users.length, parts: [...readParts(users)] };
}

async function readInThread(body: Uint8Array): Promise<DirectoryList> {
  const parts: ListPart[] = [];
  let start: Pick<DirectoryList, 'head' | 'count'> | undefined;
  const file = new URL('./thread.ts', import.meta.url);
  try {
    for await (const message of threadMessages<FromThread>(file, { workerData: body, limitMs: THREAD_LIMIT_MS })) {
      if (message.kind === 'refused') throw problem(message.code, message.fields ? { fields: message.fields } : {});
      if (message.kind === 'head') start = message;
      else parts.push(message.part);
    }
  } catch (error) {
    throw error instanceof ThreadTimeout ? problem('PayloadTooLarge', { cause: error }) : error;
  }
  if (!start) throw new Error('The thread that reads the list ended before it began');
  return { head: start.head, count: start.count, parts };
}
