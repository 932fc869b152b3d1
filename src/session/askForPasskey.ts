/** Asks the user for a passkey, in the browser's own dialog or in the autofill of a field. Loaded when needed. */
import { startAuthentication, WebAuthnAbortService } from '@simplewebauthn/browser';
import type { RequestOptions } from '@api/contract/passkeys.ts';
import type { PasskeyAssertion } from '@api/contract/webauthn.ts';

export type Answer =
  | { readonly kind: 'given'; readonly response: PasskeyAssertion }
  /** By the user, or by the time. */
  | { readonly kind: 'declined' }
  /** Another question took its place. */
  | { readonly kind: 'replaced' }
  /** This page or browser can't. */
  | { readonly kind: 'unable' };

/** Ends a question of before: the browser has one at a time. */
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

/** A browser tells a user who declines from one who has no passkey no more than a server may. */
function failureOf(error: unknown): Exclude<Answer['kind'], 'given'> {
  const { name } = error instanceof Error ? error : new Error();
  if (name === 'AbortError') return 'replaced';
  return name === 'NotAllowedError' ? 'declined' : 'unable';
}
