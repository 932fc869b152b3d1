/** Polls a condition until it holds. */
import { setTimeout as pause } from 'node:timers/promises';

export interface WaitOptions {
  readonly timeoutMs?: number;
  readonly everyMs?: number;
}

/**
 * Resolves with the first value that is neither `undefined` nor `false`; an exception of `poll` counts as "not yet".
 * @throws Error after `timeoutMs`, with the last exception as its cause
 */
export async function eventually<T>(
  what: string,
  poll: () => T | undefined | false | Promise<T | undefined | false>,
  { timeoutMs = 120_000, everyMs = 25 }: WaitOptions = {},
): Promise<T> {
  const end = Date.now() + timeoutMs;
  let lastError: unknown;
  do {
    try {
      const value = await poll();
      if (value !== undefined && value !== false) return value;
    } catch (error) {
      lastError = error;
    }
    await pause(everyMs);
  } while (Date.now() < end);
  throw new Error(`Waited ${String(timeoutMs)} ms in vain for ${what}`, { cause: lastError });
}
