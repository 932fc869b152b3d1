/** Limiter for expensive tasks: how many run, how many wait, and which are rejected immediately. */
import { setTimeout as pause } from 'node:timers/promises';
import { concurrencyLimiter } from '../../../server/http/concurrencyLimiter.ts';

/** A task that ends when `end` is called. */
function heldTask() {
  let end = (): void => undefined;
  const ended = new Promise<void>((resolve) => (end = resolve));
  return {
    task: () => ended,
    end: () => {
      end();
    },
  };
}
const busy = { name: 'Problem', code: 'Busy' };

it('runs `parallel` tasks at a time and starts waiting ones in order of arrival', async () => {
  const limit = concurrencyLimiter({ parallel: 2, maxWaitMs: 60_000 });
  const order: string[] = [];
  const [first, second] = [heldTask(), heldTask()];
  const tasks = [
    limit(first.task).then(() => order.push('first')),
    limit(second.task).then(() => order.push('second')),
    limit(() => Promise.resolve(order.push('third started'))),
    limit(() => Promise.resolve(order.push('fourth started'))),
  ];
  await pause(0);
  expect(order).toEqual([]);
  second.end();
  first.end();
  await Promise.all(tasks);
  expect(order.filter((event) => event.endsWith('started'))).toEqual(['third started', 'fourth started']);
});

it('rejects a task immediately if its expected wait exceeds `maxWaitMs`', async () => {
  const limit = concurrencyLimiter({ parallel: 1, maxWaitMs: 500 });
  const running = heldTask();
  const work = limit(running.task);
  // Five tasks of the assumed 100 ms each fill `maxWaitMs`.
  const waiting = Array.from({ length: 5 }, () => limit(() => Promise.resolve('done')));
  expect(limit.refusal()).toMatchObject(busy);
  await expect(limit(() => Promise.resolve('done'))).rejects.toMatchObject(busy);
  running.end();
  await work;
  expect(await Promise.all(waiting)).toEqual(Array<string>(5).fill('done'));
  expect(limit.refusal()).toBeUndefined();
});

it('rejects a waiting task that has waited much longer than `maxWaitMs`', async () => {
  const limit = concurrencyLimiter({ parallel: 1, maxWaitMs: 110 });
  const running = heldTask();
  const work = limit(running.task);
  const late = limit(() => Promise.resolve('done'));
  const outcome = expect(late).rejects.toMatchObject(busy);
  await pause(180);
  running.end();
  await Promise.all([work, outcome]);
  expect(await limit(() => Promise.resolve('done'))).toBe('done');
});

it('adapts to measured durations: after slow tasks fewer may wait', async () => {
  const limit = concurrencyLimiter({ parallel: 1, maxWaitMs: 500 });
  const countAccepted = async () => {
    const running = heldTask();
    const work = limit(running.task);
    const others = Array.from({ length: 20 }, () => limit(() => Promise.resolve(true)).catch(() => false));
    running.end();
    await work;
    return (await Promise.all(others)).filter(Boolean).length;
  };
  const before = await countAccepted();
  await limit(() => pause(600));
  await limit(() => pause(600));
  expect(await countAccepted()).toBeLessThan(before);
});

it('releases the slot of a failed task', async () => {
  const limit = concurrencyLimiter({ parallel: 1, maxWaitMs: 60_000 });
  await expect(limit(() => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
  expect(await limit(() => Promise.resolve('done'))).toBe('done');
});

it('an aborted task leaves the queue without being run, and the next moves up', async () => {
  const limit = concurrencyLimiter({ parallel: 1, maxWaitMs: 60_000 });
  const running = heldTask();
  const work = limit(running.task);
  const gone = new AbortController();
  const unwanted = limit(() => Promise.reject(new Error('It was run')), { signal: gone.signal });
  const next = limit(() => Promise.resolve('done'));
  expect(limit.load()).toEqual({ running: 1, waiting: 2, refused: 0 });
  const left = expect(unwanted).rejects.toThrow('Client disconnected');
  gone.abort(new Error('Client disconnected'));
  await left;
  expect(limit.load()).toEqual({ running: 1, waiting: 1, refused: 0 });
  await expect(limit(() => Promise.resolve('done'), { signal: gone.signal })).rejects.toThrow('Client disconnected');
  running.end();
  await work;
  expect(await next).toBe('done');
});

it('counts tasks whose preparation is under way as queued, and rejects further ones before theirs', async () => {
  const limit = concurrencyLimiter({ parallel: 1, maxWaitMs: 500 });
  const preparation = heldTask();
  // The first would run at once, five would wait.
  const prepared = Array.from({ length: 5 }, () => limit.beforeTask(preparation.task));
  let isBegun = false;
  const begin = () => {
    isBegun = true;
    return Promise.resolve();
  };
  await expect(limit.beforeTask(begin)).rejects.toMatchObject(busy);
  expect(isBegun).toBe(false);
  preparation.end();
  await Promise.all(prepared);
  await limit.beforeTask(begin);
  expect(isBegun).toBe(true);
});
