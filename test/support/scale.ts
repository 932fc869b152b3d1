/** How much the suites about races, fuzz and volume do: a small count in `npm test`, the documented one in `npm run test:all`. */
const isFull = process.env.TEST_SCALE === 'full';

export const scaled = (small: number, full: number): number => (isFull ? full : small);
