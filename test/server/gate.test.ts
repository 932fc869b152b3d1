/** The gate before costly work: how many come in, who waits, and who is told at once to come back later. */
import { setTimeout as pause } from 'node:timers/promises';
import { concurrencyLimiter } from '../../server/password/concurrencyLimiter.ts';

/** A task that ends when it is told to. */
function held() {
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

it('lets a few in at once and the next when one leaves, first come first served', async () => {
  const enter = concurrencyLimiter({ parallel: 2, maxWaitMs: 60_000 });
  const order: string[] = [];
  const [first, second] = [held(), held()];
  const tasks = [
    enter(first.task).then(() => order.push('first')),
    enter(second.task).then(() => order.push('second')),
    enter(() => Promise.resolve(order.push('third is in'))),
    enter(() => Promise.resolve(order.push('fourth is in'))),
  ];
  await pause(0);
  expect(order).toEqual([]);
  second.end();
  first.end();
  await Promise.all(tasks);
  expect(order.filter((event) => event.endsWith('in'))).toEqual(['third is in', 'fourth is in']);
});

it('turns away on arrival whoever would wait longer than anybody should', async () => {
  const enter = concurrencyLimiter({ parallel: 1, maxWaitMs: 500 });
  const inside = held();
  const work = enter(inside.task);
  // Five of a hundred milliseconds each fill the time there is.
  const waiting = Array.from({ length: 5 }, () => enter(() => Promise.resolve('done')));
  expect(enter.refusal()).toMatchObject(busy);
  await expect(enter(() => Promise.resolve('done'))).rejects.toMatchObject(busy);
  inside.end();
  await work;
  expect(await Promise.all(waiting)).toEqual(Array<string>(5).fill('done'));
  expect(enter.refusal()).toBeUndefined();
});

it('sends away who came in time but waited too long after all', async () => {
  const enter = concurrencyLimiter({ parallel: 1, maxWaitMs: 110 });
  const inside = held();
  const work = enter(inside.task);
  const late = enter(() => Promise.resolve('done'));
  const outcome = expect(late).rejects.toMatchObject(busy);
  await pause(180);
  inside.end();
  await Promise.all([work, outcome]);
  expect(await enter(() => Promise.resolve('done'))).toBe('done');
});

it('learns from the pace: after slow tasks fewer are kept waiting', async () => {
  const enter = concurrencyLimiter({ parallel: 1, maxWaitMs: 500 });
  const kept = async () => {
    const inside = held();
    const work = enter(inside.task);
    const others = Array.from({ length: 20 }, () => enter(() => Promise.resolve(true)).catch(() => false));
    inside.end();
    await work;
    return (await Promise.all(others)).filter(Boolean).length;
  };
  const before = await kept();
  await enter(() => pause(600));
  await enter(() => pause(600));
  expect(await kept()).toBeLessThan(before);
});

it('is left by a task that fails as well', async () => {
  const enter = concurrencyLimiter({ parallel: 1, maxWaitMs: 60_000 });
  await expect(enter(() => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
  expect(await enter(() => Promise.resolve('done'))).toBe('done');
});
