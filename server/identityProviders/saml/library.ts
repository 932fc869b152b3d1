/** `@node-saml/node-saml` with its strictest settings; what it does not check is checked around it. */
import { SAML, SamlStatusError, ValidateInResponseTo } from '@node-saml/node-saml';
import { Refused } from '../logIn/refused.ts';
import type { ConnectionProblem } from '../../../api/contract/identityProviders.problems.ts';
import { SKEW_MS } from './assertion.ts';

export interface LibraryOptions {
  readonly entityId: string;
  readonly consumer: string;
  readonly ssoUrl: string;
  readonly sloUrl?: string | null;
  readonly certificates: readonly string[];
  /** ID of the message that we send, or have sent. */
  readonly requestId: string;
  readonly isStepUp?: boolean;
}

export function samlLibrary(options: LibraryOptions): SAML {
  const { entityId, consumer, ssoUrl, sloUrl, certificates, requestId, isStepUp = false } = options;
  const sent = new Date().toISOString();
  return new SAML({
    issuer: entityId,
    audience: entityId,
    callbackUrl: consumer,
    entryPoint: ssoUrl,
    logoutUrl: sloUrl ?? ssoUrl,
    idpCert: [...certificates],
    wantAssertionsSigned: true,
    // The assertion must be signed. A response may be, and its signature is then verified outside of the library.
    wantAuthnResponseSigned: false,
    signatureAlgorithm: 'sha256',
    digestAlgorithm: 'sha256',
    acceptedClockSkewMs: SKEW_MS,
    validateInResponseTo: ValidateInResponseTo.always,
    cacheProvider: {
      saveAsync: (key, value) => Promise.resolve({ value, createdAt: Date.parse(sent), key }),
      getAsync: (key) => Promise.resolve(key === requestId ? sent : null),
      removeAsync: () => Promise.resolve(null),
    },
    generateUniqueId: () => requestId,
    forceAuthn: isStepUp,
    // Accepts what the provider offers: its name format, and whatever second factor it has.
    identifierFormat: null,
    disableRequestedAuthnContext: true,
  });
}

const byWords: readonly (readonly [RegExp, ConnectionProblem])[] = [
  [/audience/i, 'audience'],
  [/InResponseTo/, 'inResponseTo'],
  [/not yet valid|expired|subject confirmation/i, 'clock'],
  [/signature|transform|ID attribute/i, 'signature'],
];

/** Maps errors of the library. */
export function asSamlRefused(error: unknown): Refused {
  if (error instanceof Refused) return error;
  if (error instanceof SamlStatusError) return new Refused('provider');
  const words = error instanceof Error ? error.message : '';
  return new Refused(byWords.find(([pattern]) => pattern.test(words))?.[1] ?? 'response');
}
