/** Work in a worker thread with a time limit, for what would block the event loop. */
import { on } from 'node:events';
import { Worker, type ResourceLimits, type Transferable } from 'node:worker_threads';

export class ThreadTimeout extends Error {
  override readonly name = 'ThreadTimeout';
}

interface ThreadOptions {
  readonly workerData: unknown;
  readonly limitMs: number;
  /** A thread that needs more ends with ERR_WORKER_OUT_OF_MEMORY. */
  readonly resourceLimits?: ResourceLimits;
  /** Parts of `workerData` that go to the thread without a copy. */
  readonly transferList?: Transferable[];
}

/**
 * Yields what the thread posts, until it ends. The thread does not outlive the loop: one that is left, or takes longer than the limit,
 * is ended in the middle of its work.
 * @throws ThreadTimeout, or what the thread has thrown
 */
export async function* threadMessages<Message>(file: URL, { limitMs, ...options }: ThreadOptions): AsyncGenerator<Message> {
  // The thread does not inherit this process's Node options.
  const thread = new Worker(file, { ...options, execArgv: [] });
  const signal = AbortSignal.timeout(limitMs);
  try {
    for await (const [message] of on(thread, 'message', { close: ['exit'], signal }) as AsyncIterable<[Message]>) yield message;
  } catch (error) {
    throw signal.aborted ? new ThreadTimeout(`The thread took longer than ${String(limitMs)} ms`) : error;
  } finally {
    await thread.terminate();
  }
}
