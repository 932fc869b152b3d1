/** Worker thread that parses a large list: seconds of work that would block the event loop. */
import { parentPort, workerData } from 'node:worker_threads';
import { Problem } from '../http/problem.ts';
import { readHead, readParts, type ListHead, type ListPart } from './list.ts';

export type FromThread =
  | { readonly kind: 'head'; readonly head: ListHead; readonly count: number }
  | { readonly kind: 'part'; readonly part: ListPart }
  | { readonly kind: 'refused'; readonly code: Problem['code']; readonly fields: Problem['options']['fields'] };

const post = (message: FromThread) => parentPort?.postMessage(message);

try {
  const { head, users } = readHead(workerData as Uint8Array);
  post({ kind: 'head', head, count: users.length });
  for (const part of readParts(users)) post({ kind: 'part', part });
} catch (error) {
  if (!(error instanceof Problem)) throw error;
  post({ kind: 'refused', code: error.code, fields: error.options.fields });
}
