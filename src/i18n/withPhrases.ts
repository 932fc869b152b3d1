/** Loads a part of the page together with its phrases. */
import { getI18n } from 'react-i18next';
import type { Namespace } from './resources.ts';

/** Runs `load` together with loading the namespaces that its module uses. */
export const withPhrases =
  <Module>(phrases: readonly Namespace[], load: () => Promise<Module>): (() => Promise<Module>) =>
  async () => {
    const i18n = getI18n();
    const [module] = await Promise.all([load(), i18n.loadNamespaces(phrases)]);
    const missing = phrases.find((namespace) => !i18n.hasLoadedNamespace(namespace));
    if (missing) throw new Error(`No phrases of ${missing}`);
    return module;
  };
