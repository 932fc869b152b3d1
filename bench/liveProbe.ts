/** Requests `Health/Live` at a fixed interval from a worker thread, to measure how long the server's event loop is blocked. */
import { Agent, get } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';

/** Requests are also sent while earlier ones are pending, so that a blocked loop is sampled throughout. */
const EVERY_MS = 5;

/** @returns a function that stops probing and resolves with each response time in milliseconds */
export async function probeLiveFromThread(url: string): Promise<() => Promise<number[]>> {
  const worker = new Worker(new URL(import.meta.url), { workerData: `${url}/api/Health/Live` });
  const message = () => new Promise<unknown>((resolve, reject) => worker.once('message', resolve).once('error', reject));
  // Wait until the first response, which opens the connection.
  await message();
  return async () => {
    const times = message();
    worker.postMessage('enough');
    return (await times) as number[];
  };
}

async function probe(url: string): Promise<void> {
  const agent = new Agent({ keepAlive: true });
  const once = () =>
    new Promise<number>((resolve, reject) => {
      const began = performance.now();
      get(url, { agent }, (reply) => {
        reply.resume().once('end', () => {
          resolve(performance.now() - began);
        });
      }).once('error', reject);
    });
  const stopped = new AbortController();
  parentPort?.once('message', () => {
    stopped.abort();
  });
  await once();
  parentPort?.postMessage('ready');
  const responseTimes: Promise<number>[] = [];
  while (!stopped.signal.aborted) {
    responseTimes.push(once());
    await pause(EVERY_MS);
  }
  const times = await Promise.all(responseTimes);
  agent.destroy();
  parentPort?.postMessage(times);
}

if (!isMainThread) await probe(workerData as string);
