/** `@node-saml/node-saml`, set as strictly as it can be; what it leaves out is checked around it. */
import { SAML, SamlStatusError, ValidateInResponseTo } from '@node-saml/node-saml';
import { Refused } from '../refused.ts';
import type { ConnectionProblem } from '../../../api/contract/connections.calls.ts';
import { SKEW_MS } from './assertion.ts';

export interface LibraryOptions {
  readonly entityId: string;
  readonly consumer: string;
  readonly ssoUrl: string;
  readonly sloUrl?: string | null;
  readonly certificates: readonly string[];
  /** Of the message that we send, or have sent. */
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
    // An assertion has to be; a response that is, has to be so rightly, which is checked outside.
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
    // What is asked for is what the provider offers: its names, and whatever second factor it has.
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

/** What it has found wrong. */
export function asSamlRefused(error: unknown): Refused {
  if (error instanceof Refused) return error;
  if (error instanceof SamlStatusError) return new Refused('provider');
  const words = error instanceof Error ? error.message : '';
  return new Refused(byWords.find(([pattern]) => pattern.test(words))?.[1] ?? 'response');
}
