/** Loads a part of the page together with its phrases. */
import type { i18n } from 'i18next';
import { getI18n } from 'react-i18next';
import type { Namespace } from './resources.ts';

const missingOf = (translations: i18n, phrases: readonly Namespace[]): Namespace[] =>
  phrases.filter((namespace) => !translations.languages.every((language) => translations.hasResourceBundle(language, namespace)));

async function loadPhrasesOf(translations: i18n, phrases: readonly Namespace[]): Promise<void> {
  await translations.loadNamespaces(phrases);
  // i18next takes what could not be loaded for loaded, and leaves it out from then on unless it is told to load it again.
  const failed = missingOf(translations, phrases);
  if (failed.length > 0) await translations.reloadResources(translations.languages, failed);
  const [missing] = missingOf(translations, phrases);
  if (missing) throw new Error(`No phrases of ${missing}`);
}

/** Runs `load` together with loading the namespaces that its module uses. */
export const withPhrases =
  <Module>(phrases: readonly Namespace[], load: () => Promise<Module>): (() => Promise<Module>) =>
  async () => {
    const [module] = await Promise.all([load(), loadPhrasesOf(getI18n(), phrases)]);
    return module;
  };
