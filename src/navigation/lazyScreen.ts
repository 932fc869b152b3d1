/** Loads a screen with its phrases. A failed load (an old page on a new server) reloads the page once; the second time it is only reported. */
import type { ComponentType } from 'react';
import { getI18n } from 'react-i18next';
import type { Namespace } from '@src/i18n/resources.ts';
import { browserMemory } from '@src/browser/browserMemory.ts';
import { ScreenLoadError } from './navigationErrors.ts';
import type { Screen } from './screen.ts';

/** Set from the reload until a screen has loaded, so that there is no second one. */
const RELOADED = 'reloadedForChunk';

/** `load`, together with the phrases that what it brings speaks in. */
export const loadedWith =
  <Module>(phrases: readonly Namespace[], load: () => Promise<Module>): (() => Promise<Module>) =>
  async () => {
    const i18n = getI18n();
    const [module] = await Promise.all([load(), i18n.loadNamespaces(phrases)]);
    const missing = phrases.find((namespace) => !i18n.hasLoadedNamespace(namespace));
    if (missing) throw new Error(`No phrases of ${missing}`);
    return module;
  };

export const fetchScreen = async ({ load, phrases = [] }: Screen): Promise<ComponentType> =>
  (await loadedWith(phrases, load)()).default;

/**
 * @param reload of the page; false where the screen is not wanted any more. Where the flag can't be kept there is no reload, as nothing
 * would end the loop.
 */
export async function loadScreen(screen: Screen, reload: () => boolean): Promise<ComponentType> {
  try {
    const component = await fetchScreen(screen);
    browserMemory.forget(RELOADED);
    return component;
  } catch (cause) {
    const first = browserMemory.read(RELOADED) === null;
    // Offline, a reload brings nothing and takes the page away. Otherwise nothing is to be drawn until the page goes.
    if (navigator.onLine && first && browserMemory.write(RELOADED, 'yes') && reload()) return new Promise(() => undefined);
    throw new ScreenLoadError(`No screen ${screen.path.pattern}`, { cause });
  }
}
