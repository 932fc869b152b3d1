/** The private saved views that this browser shows as tabs, per user, under a hashed user ID. */
import { browserMemory } from '@src/browser/browserMemory.ts';
import { memoryKey } from '../list/memoryKey.ts';

const keyFor = (userId: string): string => memoryKey('users.pinnedViews', userId);

export const readPinned = (userId: string): readonly string[] => browserMemory.read(keyFor(userId))?.split(',') ?? [];

export function writePinned(userId: string, viewIds: readonly string[]): void {
  if (viewIds.length === 0) browserMemory.forget(keyFor(userId));
  else browserMemory.write(keyFor(userId), viewIds.join(','));
}
