/** When administrators are notified that a key or certificate of their organisation ends. */

/** Days before the end at which the mails are sent. */
export const ANNOUNCED_DAYS = [30, 7, 1] as const;

const DAY_MS = 86_400_000;

/** From the first mail on, also when it has ended. @param end ISO time */
export const endsSoon = (end: string, now: number): boolean => Date.parse(end) - now <= ANNOUNCED_DAYS[0] * DAY_MS;
