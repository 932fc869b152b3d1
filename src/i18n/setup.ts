/** Initialises i18next with one locale and a backend that loads further namespaces on demand. */
import i18next, { type i18n } from 'i18next';
import { initReactI18next } from 'react-i18next/initReactI18next';
import { isolated } from '@api/contract/isolated.ts';
import { loadPhrases } from './loadPhrases.ts';
import { fallbacksOf, type Locale } from '@api/contract/locale.ts';
import type { Namespace } from './resources.ts';
import { roleNames } from './roleNames.ts';

/** Namespaces that are always loaded. */
const shellNamespaces = ['common', 'login', 'roles', 'rules'] as const satisfies readonly Namespace[];

/** `product` is the default of `{{product}}`. Rejects if the translations cannot be fetched. */
export async function startI18n(locale: Locale, product: string): Promise<i18n> {
  const instance = i18next.createInstance();
  await instance
    .use({
      type: 'backend' as const,
      init: () => undefined,
      read: (language: string, namespace: string) => loadPhrases(language as Locale, namespace as Namespace),
    })
    .use(initReactI18next)
    .init({
      lng: locale,
      fallbackLng: { ...fallbacksOf },
      load: 'currentOnly',
      ns: [...shellNamespaces],
      defaultNS: 'common',
      // React escapes HTML. What is put into a phrase here is the work of people, in any script.
      interpolation: { escapeValue: true, escape: isolated, defaultVariables: { product } },
      react: { useSuspense: false },
    });
  // `{{given, roleNames}}` formats values of messages in the state, which are technical names.
  instance.services.formatter?.add('roleNames', (roles: readonly string[], language) =>
    roleNames(instance.getFixedT(language ?? locale, 'roles')).list(roles),
  );
  return instance;
}
