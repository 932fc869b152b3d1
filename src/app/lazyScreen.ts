/** Loads a screen with its phrases. A failed load (an old page on a new server) reloads the page once; the second time it is only logged. */
import { lazy, type ComponentType } from 'react';
import { getI18n } from 'react-i18next';
import type { Namespace } from '@src/i18n/resources.ts';
import { browserMemory } from './browserMemory.ts';
import type { Screen } from './screen.ts';

/** Stands from the reload until navigation is ready (a screen is there), so that there is no second one. */
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

export const loadScreen = ({ load, phrases = [] }: Screen): Promise<{ readonly default: ComponentType }> =>
  loadedWith(phrases, load)();

/** `reload` is the page's own; where the flag can't be kept there is no reload, as nothing would end the loop. */
async function loadOrReload(screen: Screen, reload: () => void): Promise<{ readonly default: ComponentType }> {
  try {
    const module = await loadScreen(screen);
    browserMemory.forget(RELOADED);
    return module;
  } catch (error) {
    const first = browserMemory.read(RELOADED) === null;
    // Offline, a reload brings nothing and takes the page away.
    if (navigator.onLine && first && browserMemory.write(RELOADED, 'yes')) {
      reload();
      // The page is about to go; nothing is to be drawn until then.
      return new Promise(() => undefined);
    }
    throw new Error(`No screen ${screen.path.pattern}`, { cause: error });
  }
}

const reloadPage = () => {
  location.reload();
};

export const lazyScreen = (screen: Screen) => lazy(() => loadOrReload(screen, reloadPage));

/** The screen the page opens with, ready to be drawn at once; undefined when it can't be had, which its lazy twin will tell. */
export const loadFirst = (screen: Screen): Promise<ComponentType | undefined> =>
  loadOrReload(screen, reloadPage).then(
    (module) => module.default,
    () => undefined,
  );
