/** Iteration counts of the race, fuzz and volume tests: small in `npm test`, full in `npm run test:all`. */
/** True in `npm run test:all`, which runs the extended tests too. */
export const isFull = process.env.TEST_SCALE === 'full';

export const scaled = (small: number, full: number): number => (isFull ? full : small);
