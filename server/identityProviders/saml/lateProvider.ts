/** The SAML provider, imported with the first call of it: most servers have no connection by SAML, and its libraries take 4 MB. */
import type { SamlDependencies, SamlProvider } from './provider.ts';

export function samlProvider(dependencies: SamlDependencies): SamlProvider {
  let imported: Promise<SamlProvider> | undefined;
  const provider = () => (imported ??= import('./provider.ts').then((module) => module.samlProvider(dependencies)));
  return {
    check: async (...call) => (await provider()).check(...call),
    authorizationUrl: async (...call) => (await provider()).authorizationUrl(...call),
    verify: async (...call) => (await provider()).verify(...call),
    readLogout: async (...call) => (await provider()).readLogout(...call),
    logoutAnswered: async (...call) => (await provider()).logoutAnswered(...call),
  };
}
