/** Random numbers by Mulberry32: the same history for the same seed. */
export interface Random {
  /** A whole number from 0 to less than `limit`. */
  readonly below: (limit: number) => number;
  readonly of: <T>(values: readonly T[]) => T;
}

export function seededRandom(seed: number): Random {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number) => Math.floor(next() * limit);
  return { below, of: <T>(values: readonly T[]): T => values[below(values.length)] as T };
}
