/** Parses a list without blocking the event loop: a short one here, a long one in a worker thread. */
import { on } from 'node:events';
import { Worker } from 'node:worker_threads';
import { problem } from '../http/problem.ts';
import { readHead, readParts, type ListHead, type ListPart } from './list.ts';
import type { FromThread } from './thread.ts';

export interface DirectoryList {
  readonly head: ListHead;
  /** Number of rows, including faulty ones. */
  readonly count: number;
  readonly parts: readonly ListPart[];
}

/** So much is parsed within a few milliseconds; starting a thread takes longer. */
const SHORT_BYTES = 64 * 1024;

/** @throws BadRequest, Invalid */
export function readList(body: Uint8Array): Promise<DirectoryList> | DirectoryList {
  if (body.byteLength > SHORT_BYTES) return readInThread(body);
  const { head, users } = readHead(body);
  return { head, count: users.length, parts: [...readParts(users)] };
}

async function readInThread(body: Uint8Array): Promise<DirectoryList> {
  // The thread does not inherit this process's Node options.
  const thread = new Worker(new URL('./thread.ts', import.meta.url), { workerData: body, execArgv: [] });
  const parts: ListPart[] = [];
  let start: Pick<DirectoryList, 'head' | 'count'> | undefined;
  try {
    for await (const [message] of on(thread, 'message', { close: ['exit'] }) as AsyncIterable<[FromThread]>) {
      if (message.kind === 'refused') throw problem(message.code, message.fields ? { fields: message.fields } : {});
      if (message.kind === 'head') start = message;
      else parts.push(message.part);
    }
  } finally {
    await thread.terminate();
  }
  if (!start) throw new Error('The thread that reads the list ended before it began');
  return { head: start.head, count: start.count, parts };
}
