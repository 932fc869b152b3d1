/** Whether keys of one character act on this browser: users of speech input can turn them off (WCAG 2.1.4). */
import { browserMemory } from '@src/browser/browserMemory.ts';

const KEY = 'users.characterKeys';

export const areCharacterKeysOn = (): boolean => browserMemory.read(KEY) !== 'off';

export function setCharacterKeys(on: boolean): void {
  if (on) browserMemory.forget(KEY);
  else browserMemory.write(KEY, 'off');
}
