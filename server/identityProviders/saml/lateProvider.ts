/** The SAML provider, imported with the first call of it: most servers have no connection by SAML, and its libraries take 3 MB. */
import type { SamlDependencies, SamlProvider } from './provider.ts';

export function samlProvider(dependencies: SamlDependencies): SamlProvider {
  let imported: Promise<SamlProvider> | undefined;
  const provider = () => (imported ??= importProvider(dependencies));
  return {
    check: async (...call) => (await provider()).check(...call),
    authorizationUrl: async (...call) => (await provider()).authorizationUrl(...call),
    verify: async (...call) => (await provider()).verify(...call),
    readLogout: async (...call) => (await provider()).readLogout(...call),
    logoutAnswered: async (...call) => (await provider()).logoutAnswered(...call),
  };
}

/** Library by library: all at once would block the event loop for more than twice as long. */
async function importProvider(dependencies: SamlDependencies): Promise<SamlProvider> {
  await import('@xmldom/xmldom');
  await import('xml-crypto');
  await import('@node-saml/node-saml');
  return (await import('./provider.ts')).samlProvider(dependencies);
}
