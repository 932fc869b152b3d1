/** Work in a thread ends with its time limit, also where it never gives way. */
import { pathToFileURL } from 'node:url';
import { ThreadTimeout, threadMessages } from '../../../server/process/thread.ts';

const endless = pathToFileURL(`${__dirname}/../../support/endlessThread.mjs`);

const startEndless = (limitMs: number) => {
  const shared = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
  return { turns: new Int32Array(shared), messages: threadMessages<string>(endless, { workerData: shared, limitMs }) };
};

/** Two readings with a turn of this thread's event loop between them are equal once the other thread has ended. */
const isAtRest = async (turns: Int32Array) => {
  const before = Atomics.load(turns, 0);
  await new Promise(setImmediate);
  for (let turn = 0; turn < 1_000_000; turn += 1) if (Atomics.load(turns, 0) !== before) return false;
  return true;
};

test('A thread that takes longer than its limit is ended in the middle of its work', async () => {
  const { turns, messages } = startEndless(2000);
  const received: string[] = [];
  const reading = (async () => {
    for await (const message of messages) received.push(message);
  })();
  await expect(reading).rejects.toThrow(ThreadTimeout);
  expect(received).toEqual(['started']);
  expect(Atomics.load(turns, 0)).not.toBe(0);
  expect(await isAtRest(turns)).toBe(true);
});

test('A thread whose messages are read no further is ended, too', async () => {
  const { turns, messages } = startEndless(60_000);
  expect(await messages.next()).toEqual({ done: false, value: 'started' });
  await messages.return(undefined);
  expect(await isAtRest(turns)).toBe(true);
});

test('What a thread throws reaches the caller', async () => {
  const wrong = threadMessages(endless, { workerData: 1n, limitMs: 60_000 });
  await expect(wrong.next()).rejects.toThrow('BigInt');
});
