/** A thread of its own that asks `Health/Live` at a steady pace: what a server's event loop is held up by, as others meet it. */
import { Agent, get } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';

/** Also while an answer is outstanding: whoever comes during a stall meets what is left of it. */
const EVERY_MS = 5;

/** Begins to ask. @returns what ends it and gives the milliseconds each answer took */
export async function watchLive(url: string): Promise<() => Promise<number[]>> {
  const worker = new Worker(new URL(import.meta.url), { workerData: `${url}/api/Health/Live` });
  const message = () => new Promise<unknown>((resolve, reject) => worker.once('message', resolve).once('error', reject));
  // The first answer: from now on nothing is missed.
  await message();
  return async () => {
    const times = message();
    worker.postMessage('enough');
    return (await times) as number[];
  };
}

async function ask(url: string): Promise<void> {
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
  const enough = new AbortController();
  parentPort?.once('message', () => {
    enough.abort();
  });
  await once();
  parentPort?.postMessage('ready');
  const asked: Promise<number>[] = [];
  while (!enough.signal.aborted) {
    asked.push(once());
    await pause(EVERY_MS);
  }
  const times = await Promise.all(asked);
  agent.destroy();
  parentPort?.postMessage(times);
}

if (!isMainThread) await ask(workerData as string);
