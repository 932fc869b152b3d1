/** Asks the user for a passkey, in the browser's own dialog or in the autofill of a field. Loaded when needed. */
import { startAuthentication, WebAuthnAbortService } from '@simplewebauthn/browser';
import type { RequestOptions } from '@api/contract/passkeys.ts';
import type { PasskeyAssertion } from '@api/contract/webauthn.ts';

export type Answer =
  | { readonly kind: 'given'; readonly response: PasskeyAssertion }
  /** The user declined, or the time ran out. */
  | { readonly kind: 'declined' }
  /** Another question replaced it. */
  | { readonly kind: 'replaced' }
  /** This page or browser cannot ask. */
  | { readonly kind: 'unable' };

/** Ends an earlier question: the browser has one at a time. */
export async function askForPasskey(optionsJSON: RequestOptions, { autofill = false } = {}): Promise<Answer> {
  try {
    const response = await startAuthentication({ optionsJSON, useBrowserAutofill: autofill });
    return { kind: 'given', response: response as PasskeyAssertion };
  } catch (error) {
    return { kind: failureOf(error) };
  }
}

export const stopAsking = (): void => {
  WebAuthnAbortService.cancelCeremony();
};

/** Browsers reveal no more than a server may know, so a user who declines looks like one without a passkey. */
function failureOf(error: unknown): Exclude<Answer['kind'], 'given'> {
  const { name } = error instanceof Error ? error : new Error();
  if (name === 'AbortError') return 'replaced';
  return name === 'NotAllowedError' ? 'declined' : 'unable';
}
