/** Waiting for a fact: asks again until it holds, and says what it last saw when it never does. */
import { setTimeout as pause } from 'node:timers/promises';

export interface Patience {
  readonly timeoutMs?: number;
  readonly everyMs?: number;
}

/** Resolves with the first answer that is neither `undefined` nor `false`; what `ask` throws counts as "not yet". */
export async function eventually<T>(
  what: string,
  ask: () => T | undefined | false | Promise<T | undefined | false>,
  { timeoutMs = 20_000, everyMs = 25 }: Patience = {},
): Promise<T> {
  const end = Date.now() + timeoutMs;
  let lastError: unknown;
  do {
    try {
      const answer = await ask();
      if (answer !== undefined && answer !== false) return answer;
    } catch (error) {
      lastError = error;
    }
    await pause(everyMs);
  } while (Date.now() < end);
  throw new Error(`Waited ${String(timeoutMs)} ms in vain for ${what}`, { cause: lastError });
}
