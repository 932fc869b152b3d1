/** Loads a screen with its translations. A failed load (old page, new server) reloads once; the second is reported. */
import type { ComponentType } from 'react';
import { withPhrases } from '@src/i18n/withPhrases.ts';
import { browserMemory } from '@src/browser/browserMemory.ts';
import { reachesServer } from '@src/browser/reachesServer.ts';
import { ScreenLoadError } from './navigationErrors.ts';
import type { Screen } from './screen.ts';

/** Set from the reload until a screen has loaded, to prevent a reload loop. */
const RELOADED_KEY = 'reloadedForChunk';

export const fetchScreen = async ({ load, phrases = [] }: Screen): Promise<ComponentType> =>
  (await withPhrases(phrases, load)()).default;

/**
 * @param reload reloads the page; false if the screen is no longer wanted. No reload if the flag cannot be stored, as nothing
 * would end the loop.
 */
export async function loadScreen(screen: Screen, reload: () => boolean): Promise<ComponentType> {
  try {
    const component = await fetchScreen(screen);
    browserMemory.forget(RELOADED_KEY);
    return component;
  } catch (cause) {
    const isFirstFailure = browserMemory.read(RELOADED_KEY) === null;
    // A reload that reaches no server would only lose the page. Never resolves: nothing is rendered until the page reloads.
    if (isFirstFailure && (await reachesServer()) && browserMemory.write(RELOADED_KEY, 'yes') && reload())
      return new Promise(() => undefined);
    throw new ScreenLoadError(`No screen ${screen.path.pattern}`, { cause });
  }
}
