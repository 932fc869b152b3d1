/** Whether the tour of the list was shown to a user in this browser. `users.tour` = `off` turns it off for all. */
import { browserMemory } from '@src/browser/browserMemory.ts';
import { memoryKey } from '../list/memoryKey.ts';

const KEY = 'users.tour';

export const isTourDue = (userId: string): boolean =>
  browserMemory.read(KEY) !== 'off' && browserMemory.read(memoryKey(KEY, userId)) === null;

/** @returns whether it was stored: a tour that could not be remembered would be shown at each visit */
export const storeTourShown = (userId: string): boolean => browserMemory.write(memoryKey(KEY, userId), 'shown');
