/** Loads a part of the page together with its phrases. */
import type { i18n } from 'i18next';
import { getI18n } from 'react-i18next';
import type { Namespace } from './resources.ts';

async function loadPhrasesOf(translations: i18n, phrases: readonly Namespace[]): Promise<void> {
  const { languages } = translations;
  const missing = () =>
    phrases.filter((namespace) => !languages.every((language) => translations.hasResourceBundle(language, namespace)));
  await translations.loadNamespaces(phrases);
  // i18next treats a file that failed to load as loaded, and never loads it again unless told to.
  if (missing().length > 0) await translations.reloadResources(languages, missing());
  if (missing().length > 0) throw new Error(`No phrases: ${missing().join()}`);
}

/** Runs `load` together with loading the namespaces that its module uses. */
export const withPhrases =
  <Module>(phrases: readonly Namespace[], load: () => Promise<Module>): (() => Promise<Module>) =>
  async () => {
    const [module] = await Promise.all([load(), loadPhrasesOf(getI18n(), phrases)]);
    return module;
  };
